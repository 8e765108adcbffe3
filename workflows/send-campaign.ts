import {
  CancellationScope,
  executeChild,
  isCancellation,
  proxyActivities,
  sleep,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import { temporalIds, type SendCampaignInput } from './contracts.js'
import { sendCampaignPart } from './send-campaign-part.js'

const { freezeAudience, finishCampaign } = proxyActivities<CampaignActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Sends one campaign: freezes its audience, sends to the parts of it side by side, and notes the end. Cancelled
 * or not, it ends with no email left waiting.
 */
export async function sendCampaign({ projectId, campaignId, sending }: SendCampaignInput): Promise<void> {
  try {
    await CancellationScope.cancellable(() => sendToAll({ projectId, campaignId, sending }))
  } catch (error) {
    if (!isCancellation(error)) throw error
    await CancellationScope.nonCancellable(() => untilFinished(projectId, campaignId))
    throw error
  }
}

async function sendToAll({ projectId, campaignId, sending }: SendCampaignInput): Promise<void> {
  let frozen = await freezeAudience({ projectId, campaignId })
  while (!frozen.isDone) frozen = await freezeAudience({ projectId, campaignId, from: frozen.progress })
  await Promise.all(
    Array.from({ length: frozen.parts }, (_, part) =>
      executeChild(sendCampaignPart, {
        workflowId: temporalIds.campaignPart(campaignId, sending, part),
        args: [{ projectId, campaignId, part }],
        workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
        staticSummary: `Part ${part + 1} of ${frozen.parts}`,
      }),
    ),
  )
  await untilFinished(projectId, campaignId)
}

async function untilFinished(projectId: string, campaignId: string): Promise<void> {
  while (!(await finishCampaign({ projectId, campaignId }))) {
    await sleep('5 seconds', { summary: 'Emails in doubt' })
  }
}
