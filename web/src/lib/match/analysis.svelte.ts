import { api, type Source } from '$lib/api/client'
import type { AnalysisInfo } from '$lib/api/wire'
import { me } from '$lib/shell/account.svelte'
import { tell } from '$lib/shell/refusal'
import type { Order, Unit } from './review'

const ASK_MS = 1500
export const EVERYBODY = -1

/** The analysis of a match or a record: asked for once, and again while it goes on. */
export class Analysis {
  info = $state.raw<AnalysisInfo | null>(null)
  fault = $state.raw<unknown>(null)
  busy = $state(false)
  readonly review = $derived(this.info?.review ?? null)
  // How it is looked at, also after a look at the board in its place.
  unit = $state<Unit>('lead')
  order = $state<Order>('worst')
  whose = $state(EVERYBODY)

  constructor(
    readonly source: Source,
    readonly id: string,
  ) {
    $effect(() => {
      api.analysis(source, id).then((found) => (this.info = found), (reason: unknown) => (this.fault = reason))
    })
    $effect(() => {
      if (this.info?.state !== 'running') return
      const timer = setTimeout(() => {
        // A missed answer is asked for again with the next one.
        api.analysis(source, id).then((found) => (this.info = found), () => this.info && (this.info = { ...this.info }))
      }, ASK_MS)
      return () => clearTimeout(timer)
    })
  }

  async start(): Promise<void> {
    this.busy = true
    try {
      await me.must()
      this.info = await api.analyse(this.source, this.id)
    } catch (reason) {
      void tell(reason)
    } finally {
      this.busy = false
    }
  }
}
