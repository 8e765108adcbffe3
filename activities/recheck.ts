import { recheckDomains } from '../commands/domains/recheck-domains.js'
import type { DomainSetup } from '../commands/domains/setup.js'
import { repeatInSlice } from './slice-end.js'

/** Dependencies of the checks of sender domains. */
export interface RecheckDeps {
  /** Whether the worker has begun to stop. */
  isStopping: () => boolean
  domains: DomainSetup
  /** Called with a domain that could not be checked; to be logged. */
  onDomainUnchecked: (domainId: string, error: unknown) => void
}

/** How far a round of checks has come: the place of the last domain, null before the first. */
export interface RecheckPosition {
  roundMs: number
  after: string | null
}

/** The result of an activity of a round. */
export interface RecheckSlice extends RecheckPosition {
  isDone: boolean
  checked: number
  verified: number
  failed: number
}

/** Checks sender domains for `sliceMs`. */
export async function recheckSlice(deps: RecheckDeps, from: RecheckPosition, sliceMs: number): Promise<RecheckSlice> {
  const begun: RecheckSlice = { ...from, isDone: false, checked: 0, verified: 0, failed: 0 }
  const round = new Date(from.roundMs)
  return repeatInSlice(deps, sliceMs, begun, async (slice) => {
    const position = { round, after: slice.after }
    const { after, checked, verified, failed } = await recheckDomains(position, deps.domains, deps.onDomainUnchecked)
    slice.checked += checked
    slice.verified += verified
    slice.failed += failed
    slice.isDone = after === null
    slice.after = after ?? slice.after
  })
}
