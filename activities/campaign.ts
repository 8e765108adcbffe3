import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { Campaign } from '../models/campaign.js'
import type { CampaignRef } from '../commands/campaigns/campaign-ref.js'
import { beginCampaign, type Beginning } from '../commands/campaigns/begin-campaign.js'
import { AppError } from '../models/domain/errors.js'
import { cancelCampaign } from '../commands/campaigns/cancel-campaign.js'
import { finishCampaign } from '../commands/campaigns/finish-campaign.js'
import {
  closeAudience,
  divideAudience,
  freezeBatch,
  UNFROZEN,
  type FreezeProgress,
} from '../commands/campaigns/freeze-audience.js'
import type { CampaignDeps } from './campaign/deps.js'
import { sendSlice, type SliceSent, type SliceStart } from './campaign/send-slice.js'
import { resolveCancelled } from './campaign/resolve-cancelled.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

const FREEZE_MS = 25_000

/** The activities of a campaign: slices bounded in time, which find for themselves what is left. */
export const createCampaignActivities = (deps: CampaignDeps) => ({
  /** Lets a campaign begin whose time has come; says how long that is when it has not, and whether it is over. */
  async beginCampaign(ref: CampaignRef): Promise<Beginning> {
    return beginCampaign({ ...ref, retentionDays: deps.retentionDays })
  },

  /** Takes the audience for up to 25 s, from where the last call, or one that broke off, had come to. */
  async freezeAudience({ from, ...ref }: CampaignRef & { from?: FreezeProgress }): Promise<FrozenAudience> {
    const context = Context.current()
    const loaded = await findSending(ref)
    if (!loaded) return { isDone: true, progress: from ?? UNFROZEN, parts: 0 }
    const campaign = await divideAudience(loaded)
    let progress = (context.info.heartbeatDetails as FreezeProgress | undefined) ?? from ?? UNFROZEN
    // Whoever comes again after the audience was closed must take nobody more.
    let isDone = campaign.frozenAt !== null
    for (const deadline = Date.now() + FREEZE_MS; !isDone && Date.now() < deadline;) {
      const next = await freezeBatch(campaign, progress).catch(throwToRetry)
      progress = next ?? progress
      context.heartbeat(progress)
      isDone = next === null || next.isDone
      if (next?.isDone) await closeAudience(campaign, next.total)
    }
    return { isDone, progress, parts: campaign.parts }
  },

  /** Sends to one part of the audience for up to ten seconds; operators see how many recipients were settled. */
  async sendSlice(input: CampaignRef & { part: number; start?: SliceStart }): Promise<SliceSent> {
    let settled = 0
    const work = () => sendSlice(deps, input, (count) => (settled = count))
    return withHeartbeat(work, () => ({ settled }))
  },

  /** Takes over that its durable execution was cancelled; one that the API has cancelled stays as it is. */
  async recordCampaignCancellation(ref: CampaignRef): Promise<void> {
    try {
      await cancelCampaign(ref)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  },

  /** Ends the campaign once every recipient is settled; what a cancelled one had claimed is settled first. */
  async finishCampaign(ref: CampaignRef): Promise<boolean> {
    return withHeartbeat(async () => {
      if (await findSending(ref)) return finishCampaign(ref)
      return resolveCancelled(deps, ref)
    })
  },
})
export type CampaignActivities = ReturnType<typeof createCampaignActivities>

/** How far the audience is taken, and how many parts share it. */
export interface FrozenAudience {
  isDone: boolean
  progress: FreezeProgress
  parts: number
}

// An audience that cannot be asked for may be again, once its segment is mended; until then the campaign can be
// cancelled, and Temporal's web UI says what is wrong.
function throwToRetry(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw ApplicationFailure.retryable(error.message, error.code)
}

async function findSending({ projectId, campaignId }: CampaignRef) {
  return Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }).lean()
}
