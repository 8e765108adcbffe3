import { createCampaignActivities, type CampaignActivities } from '../../../activities/campaign.js'
import type { CampaignDeps } from '../../../activities/campaign/deps.js'
import { createGroupSender, type GroupDeps, type SendGroup } from '../../../activities/campaign/group-sender.js'
import {
  ProviderError,
  type EmailProvider,
  type OutgoingMessage,
  type ProviderErrorKind,
} from '../../../activities/providers/provider.js'
import { Campaign, CAMPAIGN_COUNTERS, type CampaignRecord } from '../../../models/campaign.js'
import { requestCampaignSend } from '../../../commands/sending/campaigns/request-campaign-send.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { deliveryDeps } from '../../support/delivery-deps.js'
import type { DeliveryResult } from '../../../activities/delivery/deps.js'
import { createCampaign, createProject } from '../../support/factories.js'

/** A provider of the test, with the messages that it has taken and its behaviour before it answers. */
export interface FakeProvider extends EmailProvider {
  taken: OutgoingMessage[]
  answer: (message: OutgoingMessage) => Promise<void> | void
}

export function fakeProvider(): FakeProvider {
  const provider: FakeProvider = {
    name: 'fake',
    taken: [],
    answer: () => undefined,
    async send(message) {
      provider.taken.push(message)
      await provider.answer(message)
      return { providerMessageId: `id-${message.emailId}` }
    },
    close: () => undefined,
  }
  return provider
}

/** Begins each test of a `describe` on an empty database with a fresh project and provider. */
export function useCampaignScene(begin: (scene: { projectId: string; provider: FakeProvider }) => void): void {
  useDatabase({ isEmptied: 'before each' })
  beforeEach(async () => begin({ projectId: (await createProject()).id, provider: fakeProvider() }))
}

/** Behaves as a provider that does not take a message. */
export function refuse(kind: ProviderErrorKind): never {
  throw new ProviderError(kind, { provider: 'fake', code: 'Busy', status: 503 })
}

/** The recipients of the messages that it took, in the order of their addresses. */
export const addressesTaken = ({ taken }: FakeProvider): string[] => taken.map(({ to }) => to).sort()

/** Their addresses, in order. */
export const addressesOf = (contacts: { email: string }[]): string[] => contacts.map(({ email }) => email).sort()

/** The counters that are not zero. */
export const counters = (campaign: CampaignRecord): Record<string, number> =>
  Object.fromEntries(
    CAMPAIGN_COUNTERS.map((name) => [name, campaign[name]] as const).filter(([, count]) => count !== 0),
  )

/**
 * The activities of campaigns, as a worker of one process has them. No outcome depends on the speed of the machine,
 * unless the test composes by itself.
 */
export function campaignActivities(
  provider: EmailProvider,
  changes: Partial<CampaignDeps & GroupDeps> = {},
): CampaignActivities {
  const deps = { ...deliveryDeps(provider), ...changes }
  return createCampaignActivities({
    ...deps,
    sendGroup: changes.compose ? createGroupSender(deps) : untilSubmitted(createGroupSender(deps)),
    limitGroups: createLimiter({ concurrencyPerKey: 3 }),
    groupsOfProject: 3,
    retentionDays: 1,
    ...changes,
  })
}

/** Sends those of a group again that the machine was too slow to compose or to submit, as a later slice does. */
function untilSubmitted(send: SendGroup): SendGroup {
  return async (group) => {
    const result = await send(group)
    const late = result.others.flatMap(([id, other]) => (isForMachine(other) ? [id] : []))
    if (late.length === 0) return result
    const projectId = group.kind === 'stored' ? group.projectId : group.campaign.projectId
    const again = await untilSubmitted(send)({ kind: 'stored', projectId, emailIds: late })
    const others = result.others.filter(([, other]) => !isForMachine(other))
    return { ...result, sent: result.sent + again.sent, others: [...others, ...again.others] }
  }
}

function isForMachine(result: DeliveryResult): boolean {
  return result.state === 'deferred' && result.reason === 'render_capacity'
}

/** A campaign right after the request to send it. */
export async function begunCampaign(fields: { projectId: string } & Partial<CampaignRecord>): Promise<CampaignRecord> {
  const { _id: campaignId, projectId } = await createCampaign(fields)
  const settings = { allowTestDomains: true, retentionDays: 1 }
  return requestCampaignSend({ projectId, campaignId }, null, settings)
}

/** Freezes the whole audience; returns the number of parts. */
export async function freeze(activities: CampaignActivities, campaign: CampaignRecord): Promise<number> {
  const ref = { projectId: campaign.projectId, campaignId: campaign._id }
  let begun = 0
  for (;;) {
    const { isDone, parts } = await asActivity(() => activities.freezeAudience({ ...ref, begun }))
    if (isDone) return parts
    begun = parts
  }
}

/** A running campaign with its frozen audience, and what one worker does for it. */
export async function frozenCampaign(
  fields: { projectId: string } & Partial<CampaignRecord>,
  provider: EmailProvider,
  changes: Partial<CampaignDeps & GroupDeps> = {},
) {
  const activities = campaignActivities(provider, changes)
  const campaign = await begunCampaign(fields)
  const parts = await freeze(activities, campaign)
  return {
    activities,
    campaign,
    parts,
    sendOnce: () => sendOnce(activities, campaign, parts),
    sendAll: () => sendAll(activities, campaign, parts),
    finish: () => finish(activities, campaign),
  }
}

/** One slice of each part, at the same time. */
export async function sendOnce(activities: CampaignActivities, campaign: CampaignRecord, parts: number) {
  const ref = { projectId: campaign.projectId, campaignId: campaign._id }
  return Promise.all(
    Array.from({ length: parts }, (_, part) => asActivity(() => activities.sendSlice({ ...ref, part }))),
  )
}

/** Runs slices of each part until nothing is left, even after deferrals; returns how many were resolved. */
export async function sendAll(
  activities: CampaignActivities,
  campaign: CampaignRecord,
  parts: number,
): Promise<number> {
  let resolved = 0
  for (;;) {
    const slices = await sendOnce(activities, campaign, parts)
    for (const slice of slices) resolved += slice.resolved
    if (slices.every(({ isDone }) => isDone)) return resolved
  }
}

/** Completes the campaign if that is possible; returns its state. */
export async function finish(activities: CampaignActivities, { projectId, _id }: CampaignRecord) {
  const isFinished = await asActivity(() => activities.finishCampaign({ projectId, campaignId: _id }))
  return { isFinished, campaign: await Campaign.findOne({ _id, projectId }).orFail().lean() }
}
