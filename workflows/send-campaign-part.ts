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

/** Sends to one part of a campaign's audience, slice by slice, until every email of it is settled. */
export async function sendCampaignPart(input: SendCampaignPartInput): Promise<PartSent> {
  const { settled: before = 0, ...part } = input
  for (let settled = before; ;) {
    const slice = await sendSlice(part)
    settled += slice.settled
    setCurrentDetails(`${settled} recipients settled`)
    if (slice.isDone || slice.isPaused) return { isPaused: slice.isPaused }
    if (slice.pauseMs > 0) await sleep(slice.pauseMs, { summary: 'The provider put emails off' })
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sendCampaignPart>({ ...part, settled })
  }
}
