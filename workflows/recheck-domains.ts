import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { JobActivities } from '../activities/jobs.js'
import type { RecheckPosition } from '../activities/recheck.js'

const { recheckSenderDomains } = proxyActivities<JobActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

const MAX_CHECKED = 5_000

/** The result of a round of checks, for operators. */
export interface DomainsRechecked {
  checked: number
  verified: number
  /** Domains that could not be checked; a later round tries again. */
  failed: number
}

/** Progress of a round that continues as new. */
interface RecheckInput {
  from?: RecheckPosition
  rechecked?: DomainsRechecked
}

/** Checks the sender domains that are due: the pending ones for their records, the verified ones for their loss. */
export async function recheckDomains(input: RecheckInput = {}): Promise<DomainsRechecked> {
  const rechecked = input.rechecked ?? { checked: 0, verified: 0, failed: 0 }
  let from: RecheckPosition = input.from ?? { roundMs: Date.now(), after: null }
  for (;;) {
    const summary = `${rechecked.checked} domains checked`
    const { isDone, checked, verified, failed, ...position } = await recheckSenderDomains.executeWithOptions(
      { summary },
      [from],
    )
    rechecked.checked += checked
    rechecked.verified += verified
    rechecked.failed += failed
    // The longest waiting come first, so that a later round begins with what this one leaves.
    if (isDone || rechecked.checked >= MAX_CHECKED) return rechecked
    from = position
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof recheckDomains>({ from, rechecked })
  }
}
