import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import type { SendCampaignPartInput } from './contracts.js'

const { sendSlice } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** How a part ended: with everyone settled, unless the campaign was paused before that. */
export interface PartSent {
  isPaused: boolean
}

const LONGEST_PAUSE_MS = 300_000
const MAX_DOUBLINGS = 6

/**
 * Sends to one part of a campaign's audience, slice by slice, until every email of it is settled. While the provider
 * takes nothing the pauses double, up to five minutes.
 */
export async function sendCampaignPart(input: SendCampaignPartInput): Promise<PartSent> {
  const { settled: before = 0, start: first, ...part } = input
  let start = first
  let inVain = 0
  for (let settled = before; ;) {
    const slice = await sendSlice({ ...part, ...(start ? { start } : {}) })
    start = slice.next
    settled += slice.settled
    setCurrentDetails(`${settled} recipients settled`)
    if (slice.isDone || slice.isPaused) return { isPaused: slice.isPaused }
    if (slice.pauseMs > 0) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, slice.pauseMs * 2 ** Math.min(inVain, MAX_DOUBLINGS))
      await sleep(pauseMs, { summary: 'Emails were put off' })
    }
    if (!slice.next.isWary) inVain = 0
    else if (slice.pauseMs > 0) inVain += 1
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sendCampaignPart>({ ...part, settled, start })
  }
}
