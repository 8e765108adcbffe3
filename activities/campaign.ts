import { ApplicationFailure } from '@temporalio/common'
import { Campaign } from '../models/campaign.js'
import { WITHOUT_SOURCES } from '../models/message.js'
import type { CampaignRef } from '../commands/sending/campaigns/find-campaign.js'
import { beginCampaign, type Beginning } from '../commands/sending/campaigns/begin-campaign.js'
import { AppError } from '../models/domain/errors.js'
import { cancelCampaign } from '../commands/sending/campaigns/cancel-campaign.js'
import { finishCampaign } from '../commands/sending/campaigns/finish-campaign.js'
import { freezeAudience, type FrozenAudience } from '../commands/sending/campaigns/freeze-audience.js'
import type { CampaignDeps } from './campaign/deps.js'
import { sendSlice, type SliceProgress, type SliceSent, type SliceStart } from './campaign/send-slice.js'
import { resolveCancelled } from './campaign/resolve-cancelled.js'
import { withHeartbeat } from '../runtime/heartbeat.js'

const FREEZE_MS = 25_000

/** The activities of a campaign: slices bounded in time, each of which finds the remaining work in the database. */
export const createCampaignActivities = (deps: CampaignDeps) => ({
  /** Begins a campaign that is due; otherwise returns how long to wait, or that it is over. */
  async beginCampaign(ref: CampaignRef): Promise<Beginning> {
    return beginCampaign({ ...ref, retentionDays: deps.retentionDays, hasBilling: deps.settings.hasBilling })
  },

  /**
   * Freezes the audience for up to 25 seconds, or until there are recipients for more parts than have begun. Its
   * heartbeats tell how many recipients are frozen.
   */
  async freezeAudience({ begun, ...ref }: CampaignRef & { begun: number }): Promise<FrozenAudience> {
    const deadline = Date.now() + FREEZE_MS
    const isOver = (): boolean => Date.now() > deadline || deps.isStopping()
    let frozen: FrozenAudience | undefined
    const onProgress = (reached: FrozenAudience): void => void (frozen = reached)
    const work = () => freezeAudience(ref, { begun, isOver, onProgress }).catch(throwToRetry)
    return withHeartbeat(work, () => frozen)
  },

  /**
   * Sends to one part of the audience for up to ten seconds; its heartbeats tell how many recipients are resolved, and
   * why others wait.
   */
  async sendSlice(input: CampaignRef & { part: number; start?: SliceStart }): Promise<SliceSent> {
    let progress: SliceProgress = { resolved: 0, deferred: {} }
    const work = () => sendSlice(deps, input, (reached) => (progress = reached))
    return withHeartbeat(work, () => progress)
  },

  /** Cancels a campaign whose Temporal workflow execution was cancelled; one that is over stays as it is. */
  async recordCampaignCancellation(ref: CampaignRef): Promise<void> {
    try {
      await cancelCampaign(ref)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  },

  /** Ends the campaign once every recipient is resolved; resolves the claimed ones of a cancelled campaign. */
  async finishCampaign(ref: CampaignRef): Promise<boolean> {
    return withHeartbeat(async () => {
      if (await findSending(ref)) return finishCampaign(ref)
      return resolveCancelled(deps, ref)
    })
  },
})
export type CampaignActivities = ReturnType<typeof createCampaignActivities>

// The query of an audience can succeed again once its segment is repaired. Until then the campaign can be cancelled,
// and Temporal's web UI shows the error.
function throwToRetry(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw ApplicationFailure.retryable(error.message, error.code)
}

async function findSending({ projectId, campaignId }: CampaignRef) {
  return Campaign.findOne({ _id: campaignId, projectId, status: 'SENDING' }, WITHOUT_SOURCES).lean()
}
