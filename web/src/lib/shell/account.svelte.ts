import { m } from '$msg'
import { api } from '$lib/api/client'
import type { Account } from '$lib/api/wire'

/** Who is playing in this browser. A guest is made only when one is needed. */
class Me {
  account: Account | null = $state.raw(null)
  asked = $state(false)

  async look(): Promise<void> {
    try {
      this.account = await api.me()
    } finally {
      this.asked = true
    }
  }

  set(account: Account | null): void {
    this.account = account
    this.asked = true
  }

  /** The account, made now if there is none; under a name, where one is given. */
  async must(name = ''): Promise<Account> {
    const wanted = name.trim()
    if (!this.account) this.account = await api.guest(wanted || m.guest_name())
    else if (wanted && wanted !== this.account.name) await this.rename(wanted)
    return this.account
  }

  /** Whether this is a guest, who may want to say a name before others see it. */
  get isGuest(): boolean {
    return this.asked && !this.account?.member
  }

  async rename(name: string): Promise<void> {
    this.account = this.account ? await api.rename(name) : await api.guest(name)
  }
}

export const me = new Me()
