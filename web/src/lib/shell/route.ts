import type { Source } from '$lib/api/client'

/** An address is a screen with its parameters. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; title: string | null }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; source: Source | null; id: string | null; at: number | null; seat: number | null }
  | { screen: 'rules'; title: string | null; clause: string | null }
  | { screen: 'tour'; title: string }
  | { screen: 'settings' }
  | { screen: 'about'; match: string | null }
  | { screen: 'recover'; code: string }
  | { screen: 'gallery' }
  | { screen: 'lost' }

/** What is no valid escape stays as it is: the screen it leads to says that there is nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function parse(url: URL): Route {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decoded)
  const number = (name: string): number | null => {
    const text = url.searchParams.get(name)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  switch (first) {
    case '':
      return { screen: 'home' }
    case 'new':
      return { screen: 'new', title: second || null }
    case 't':
      return second ? { screen: 'table', id: second } : { screen: 'lost' }
    case 'match':
    case 'record':
      return second ? { screen: 'replay', source: first, id: second, at: number('at'), seat: number('seat') } : { screen: 'lost' }
    case 'replay':
      return { screen: 'replay', source: null, id: null, at: null, seat: null }
    case 'rules':
      return { screen: 'rules', title: second || null, clause: decoded(url.hash.slice(1)) || null }
    case 'tour':
      return second ? { screen: 'tour', title: second } : { screen: 'lost' }
    case 'settings':
      return { screen: 'settings' }
    case 'about':
      return { screen: 'about', match: url.searchParams.get('match') }
    case 'recover':
      return { screen: 'recover', code: url.hash.slice(1) }
    case 'gallery':
      return import.meta.env.DEV ? { screen: 'gallery' } : { screen: 'lost' }
    default:
      return { screen: 'lost' }
  }
}
