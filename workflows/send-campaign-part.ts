import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import type { SendCampaignPartInput } from './contracts.js'

const { sendSlice } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** Whether the campaign was paused before every recipient of the part was resolved. */
export interface PartSent {
  isPaused: boolean
}

const LONGEST_PAUSE_MS = 300_000
const MAX_DOUBLINGS = 6

/**
 * Sends to one part of a campaign's audience, slice by slice, until every email of the part is resolved. While the
 * provider refuses every email, the pauses between slices double, up to five minutes.
 */
export async function sendCampaignPart(input: SendCampaignPartInput): Promise<PartSent> {
  const { resolved: before = 0, start: first, ...part } = input
  let resolved = before
  let start = first
  let refusals = 0
  for (;;) {
    const slice = await sendSlice({ ...part, ...(start ? { start } : {}) })
    start = slice.next
    resolved += slice.resolved
    setCurrentDetails(`${resolved} recipients resolved`)
    if (slice.isDone || slice.isPaused) return { isPaused: slice.isPaused }
    if (slice.pauseMs > 0) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, slice.pauseMs * 2 ** Math.min(refusals, MAX_DOUBLINGS))
      await sleep(pauseMs, { summary: slice.awaitsAudience ? 'Audience is being frozen' : 'Emails were deferred' })
    }
    if (!slice.next.isHalfOpen) refusals = 0
    else if (slice.pauseMs > 0) refusals += 1
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof sendCampaignPart>({ ...part, resolved, start })
    }
  }
}
