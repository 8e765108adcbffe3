import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import type { SendCampaignPartInput } from './contracts.js'

const { sendSlice } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** Sends to one part of a campaign's audience, slice by slice, until every email of it is settled. */
export async function sendCampaignPart(input: SendCampaignPartInput): Promise<void> {
  for (;;) {
    const { isDone, pauseMs } = await sendSlice(input)
    if (isDone) return
    if (pauseMs > 0) await sleep(pauseMs, { summary: 'The provider put emails off' })
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof sendCampaignPart>(input)
  }
}
