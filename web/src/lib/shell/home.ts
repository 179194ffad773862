import { api } from '$lib/api/client'

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Where other people find this app: a link to `localhost` would lead them nowhere. */
export async function home(): Promise<string> {
  if (!LOCAL.test(location.hostname)) return location.origin
  try {
    return (await api.home()).url
  } catch {
    return location.origin
  }
}
