import {
  CancellationScope,
  ChildWorkflowFailure,
  condition,
  defineSignal,
  executeChild,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  TerminatedFailure,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow'
import type { CampaignActivities } from '../activities/campaign.js'
import { CAMPAIGN_CHANGED, temporalIds, type SendCampaignInput } from './contracts.js'
import { sendCampaignPart } from './send-campaign-part.js'

/** The campaign was rescheduled, sent immediately, or resumed. */
const campaignChanged = defineSignal(CAMPAIGN_CHANGED)

const { beginCampaign, freezeAudience, finishCampaign, recordCampaignCancellation } =
  proxyActivities<CampaignActivities>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  })

/** Number of changes signalled so far. */
interface Changes {
  count: number
}

/**
 * Sends one campaign: waits for its time, freezes its audience, meanwhile sends to all parts concurrently, and records
 * the end. Every claimed email is resolved when it ends, also after a cancellation.
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
      // A cancellation in Temporal's web UI is not recorded yet.
      await recordCampaignCancellation({ projectId, campaignId })
      await untilFinished({ projectId, campaignId })
    })
    throw error
  }
}

/** Waits until the campaign begins; false when it is over instead. */
async function untilItBegins(ref: SendCampaignInput, changes: Changes): Promise<boolean> {
  for (;;) {
    const seen = changes.count
    const beginning = await beginCampaign(ref)
    if (beginning.state !== 'waiting') return beginning.state === 'sending'
    await condition(() => changes.count > seen, beginning.waitMs, { summary: `Send at ${beginning.at}` })
  }
}

/** Freezes the audience, and begins with each part as soon as it has recipients. */
async function sendToAll(ref: SendCampaignInput, changes: Changes, begun = 0): Promise<void> {
  const { isDone, parts, recipients } = await freezeAudience({ ...ref, begun })
  setCurrentDetails(`${recipients} recipients${isDone ? '' : ' so far'}`)
  const sending = Array.from({ length: Math.max(0, parts - begun) }, (_, n) =>
    sendToPart({ ...ref, part: begun + n }, changes),
  )
  if (!isDone) sending.push(sendToAll(ref, changes, Math.max(begun, parts)))
  await Promise.all(sending)
}

/** Sends to one part until it is complete, across all pauses of the campaign. */
async function sendToPart(
  { projectId, campaignId, part }: SendCampaignInput & { part: number },
  changes: Changes,
): Promise<void> {
  for (;;) {
    const seen = changes.count
    const { isPaused } = await executeChild(sendCampaignPart, {
      workflowId: temporalIds.campaignPart(campaignId, part),
      args: [{ projectId, campaignId, part }],
      // The part runs again after a pause.
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      staticSummary: `Part ${part + 1}`,
    })
    if (!isPaused) return
    // Checks once a day without a signal: the deletion of the campaign may never be signalled.
    await condition(() => changes.count > seen, '1 day', { summary: 'Paused' })
  }
}

/** Whether an operator terminated a part, which cancels the whole campaign. */
function isTermination(error: unknown): boolean {
  return error instanceof ChildWorkflowFailure && error.cause instanceof TerminatedFailure
}

async function untilFinished(ref: SendCampaignInput): Promise<void> {
  while (!(await finishCampaign(ref))) await sleep('5 seconds', { summary: 'Emails with unknown outcomes' })
}
