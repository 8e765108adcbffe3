import { Context } from '@temporalio/activity'
import {
  closeAudience,
  finishCampaign,
  freezeBatch,
  openAudience,
  type FreezeProgress,
} from '../models/commands/campaigns/freeze-audience.js'
import { unsettledEmails, type CampaignPart } from '../models/commands/emails/unsettled-emails.js'
import { withdrawEmails } from '../models/commands/emails/withdraw-emails.js'
import { Campaign, type CampaignRecord } from '../models/campaign.js'
import { notFound } from '../models/domain/errors.js'
import { Email } from '../models/email.js'
import type { Intent } from '../models/intent.js'
import { deliverOne } from './delivery/deliver-one.js'
import type { DeliveryDeps } from './delivery/deps.js'
import { eachOf } from './each-of.js'
import { keepAlive } from './keep-alive.js'

const SLICE_MS = 25_000
const SLICE_EMAILS = 1_000
const PAGE = 100
const SIDE_BY_SIDE = 16
const PAUSE_MS = 5_000

/** What sending campaigns takes from outside. */
export interface CampaignDeps extends DeliveryDeps {
  announce: (intents: Intent[]) => void
}

interface CampaignRef {
  projectId: string
  campaignId: string
}

/** The activities of a campaign: slices bounded in time and number, which find for themselves what is left. */
export const createCampaignActivities = (deps: CampaignDeps) => ({
  /** Freezes the audience for up to 25 s, from where the last call or a call that broke off had come to. */
  async freezeAudience(input: CampaignRef & { from?: FreezeProgress }): Promise<FrozenAudience> {
    const context = Context.current()
    const campaign = await openAudience(await loadCampaign(input))
    const before = (context.info.heartbeatDetails as FreezeProgress | undefined) ?? input.from
    let progress = before ?? { cursor: null, total: 0, isDone: false }
    const deadline = Date.now() + SLICE_MS
    while (!progress.isDone && Date.now() < deadline && campaign.status === 'SENDING') {
      progress = await freezeBatch(campaign, progress)
      context.heartbeat(progress)
    }
    const isDone = progress.isDone || campaign.status !== 'SENDING'
    if (isDone) await closeAudience(campaign, progress.total)
    return { isDone, progress, parts: campaign.parts }
  },

  /**
   * Sends to one part of the audience for up to 25 s or 1,000 recipients. Rows that the provider put off are
   * passed over until the next slice; `pauseMs` says how long to wait when nothing else is left.
   */
  async sendSlice(part: CampaignPart): Promise<{ isDone: boolean; pauseMs: number }> {
    return keepAlive(() => sendSlice(deps, part))
  },

  /** Ends the campaign once every email of it is settled; a cancelled one's waiting emails are withdrawn. */
  async finishCampaign({ projectId, campaignId }: CampaignRef): Promise<boolean> {
    const input = { projectId, campaignId }
    return keepAlive(async () => {
      const { status } = await loadCampaign(input)
      if (status === 'CANCELLED') await settleCancelled(deps, input)
      return finishCampaign(projectId, campaignId)
    })
  },
})
export type CampaignActivities = ReturnType<typeof createCampaignActivities>

/** How far the audience is frozen, and how many parts share it. */
export interface FrozenAudience {
  isDone: boolean
  progress: FreezeProgress
  parts: number
}

async function loadCampaign({ projectId, campaignId }: CampaignRef): Promise<CampaignRecord> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!campaign) throw notFound('campaign', campaignId)
  return campaign
}

async function sendSlice(deps: CampaignDeps, part: CampaignPart): Promise<{ isDone: boolean; pauseMs: number }> {
  const deadline = Date.now() + SLICE_MS
  let cursor: string | null = null
  let taken = 0
  let putOff = 0
  while (Date.now() < deadline && taken < SLICE_EMAILS) {
    const { status } = await loadCampaign(part)
    if (status !== 'SENDING') return { isDone: true, pauseMs: 0 }
    const page = await unsettledEmails(part, cursor, PAGE)
    const last = page.at(-1)
    // At the end of the part; what was put off on the way is looked at again after a pause.
    if (!last) return { isDone: putOff === 0, pauseMs: putOff === 0 ? 0 : PAUSE_MS }
    await eachOf(page, SIDE_BY_SIDE, async ({ _id }) => {
      const result = await deliverOne(deps, part.projectId, _id)
      if (result.state === 'putOff') putOff += 1
    })
    cursor = last._id
    taken += page.length
  }
  return { isDone: false, pauseMs: putOff === taken ? PAUSE_MS : 0 }
}

// What waits is withdrawn in bulk; what a dead worker had claimed is settled like every message in doubt.
async function settleCancelled(deps: CampaignDeps, campaign: CampaignRef): Promise<void> {
  let count = 0
  do {
    const withdrawn = await withdrawEmails(campaign)
    deps.announce(withdrawn.intents)
    count = withdrawn.count
  } while (count > 0)
  const claimed = await Email.find({ ...campaign, status: 'SENDING' }, { _id: 1 })
    .limit(PAGE)
    .lean()
  await eachOf(claimed, SIDE_BY_SIDE, async ({ _id }) => {
    await deliverOne(deps, campaign.projectId, _id)
  })
}
