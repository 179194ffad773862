import { m } from '$msg'
import { api, Refused } from '$lib/api/client'
import type { Account } from '$lib/api/wire'

/** Who is playing in this browser. A guest is made only when one is needed. */
class Me {
  account: Account | null = $state.raw(null)
  asked = $state(false)

  async look(): Promise<void> {
    try {
      this.account = await api.me()
    } catch (fault) {
      if (!(fault instanceof Refused && fault.status === 401)) throw fault
    } finally {
      this.asked = true
    }
  }

  set(account: Account | null): void {
    this.account = account
    this.asked = true
  }

  /** The account, made now if there is none. */
  async must(): Promise<Account> {
    this.account ??= await api.guest(m.guest_name())
    return this.account
  }

  async rename(name: string): Promise<void> {
    this.account = this.account ? await api.rename(name) : await api.guest(name)
  }
}

export const me = new Me()
