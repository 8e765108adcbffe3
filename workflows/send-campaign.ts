import {
  CancellationScope,
  ChildWorkflowFailure,
  condition,
  defineSignal,
  executeChild,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
  TerminatedFailure,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import { CAMPAIGN_CHANGED, temporalIds, type SendCampaignInput } from './contracts.js'
import { sendCampaignPart } from './send-campaign-part.js'

/** The campaign was scheduled for another time, is to be sent now, or goes on after a pause. */
const campaignChanged = defineSignal(CAMPAIGN_CHANGED)

const { beginCampaign, freezeAudience, finishCampaign, recordCampaignCancellation } =
  proxyActivities<CampaignActivities>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  })

/** How often the durable execution was told of a change. */
interface Changes {
  count: number
}

/**
 * Sends one campaign: waits for its time, freezes its audience, sends to the parts of it side by side, and notes the
 * end. Cancelled or not, it ends with no email left waiting.
 */
export async function sendCampaign({ projectId, campaignId }: SendCampaignInput): Promise<void> {
  const changes: Changes = { count: 0 }
  setHandler(campaignChanged, () => void (changes.count += 1))
  try {
    await CancellationScope.cancellable(async () => {
      if (await untilItBegins({ projectId, campaignId }, changes)) await sendToAll({ projectId, campaignId }, changes)
      await untilFinished({ projectId, campaignId })
    })
  } catch (error) {
    if (!isCancellation(error) && !isTermination(error)) throw error
    await CancellationScope.nonCancellable(async () => {
      // Whoever cancels in Temporal's web UI tells nobody else.
      await recordCampaignCancellation({ projectId, campaignId })
      await untilFinished({ projectId, campaignId })
    })
    throw error
  }
}

/** False when it never will. */
async function untilItBegins(ref: SendCampaignInput, changes: Changes): Promise<boolean> {
  for (;;) {
    const seen = changes.count
    const beginning = await beginCampaign(ref)
    if (beginning.state !== 'waiting') return beginning.state === 'sending'
    await condition(() => changes.count > seen, beginning.waitMs, { summary: `Send at ${beginning.at}` })
  }
}

async function sendToAll(ref: SendCampaignInput, changes: Changes): Promise<void> {
  let frozen = await freezeAudience(ref)
  while (!frozen.isDone) frozen = await freezeAudience({ ...ref, from: frozen.progress })
  const { parts } = frozen
  await Promise.all(Array.from({ length: parts }, (_, part) => sendToPart({ ...ref, part, parts }, changes)))
}

/** Sends to one part until it is through, however often the campaign is paused meanwhile. */
async function sendToPart(
  { projectId, campaignId, part, parts }: SendCampaignInput & { part: number; parts: number },
  changes: Changes,
): Promise<void> {
  for (;;) {
    const seen = changes.count
    const { isPaused } = await executeChild(sendCampaignPart, {
      workflowId: temporalIds.campaignPart(campaignId, part),
      args: [{ projectId, campaignId, part }],
      // After a pause it is gone through again.
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      staticSummary: `Part ${part + 1} of ${parts}`,
    })
    if (!isPaused) return
    // Looks once a day by itself: a campaign that was deleted before this heard of it is told of by nobody.
    await condition(() => changes.count > seen, '1 day', { summary: 'Paused' })
  }
}

/** An operator terminated one of the parts, which stops the whole as its cancellation would. */
function isTermination(error: unknown): boolean {
  return error instanceof ChildWorkflowFailure && error.cause instanceof TerminatedFailure
}

async function untilFinished(ref: SendCampaignInput): Promise<void> {
  while (!(await finishCampaign(ref))) await sleep('5 seconds', { summary: 'Emails in doubt' })
}
