import type { CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { claimRecipients } from '../../models/commands/campaigns/claim-recipients.js'
import { coalesce } from '../../models/domain/coalesce.js'
import { UNSETTLED } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'
import { deliverOne, handOver } from '../delivery/deliver-one.js'
import type { DeliveryResult } from '../delivery/deps.js'
import { eachOf } from '../each-of.js'
import type { CampaignDeps } from './deps.js'

// Few enough that a crash puts few messages in doubt; the database works for all of a group at once.
const GROUP = 50
// While the provider answers one group, the next is claimed and composed. No more than that: all mail of this process
// takes turns with theirs.
const GROUPS_AT_ONCE = 3
const LEFT_AT_ONCE = 16
// The provider gets a day to take a message, as everywhere.
const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** What became of a batch. */
export interface BatchSent {
  /** How many recipients were settled by this call. */
  settled: number
  /** Whether all were; the others wait for the provider, or for the campaign to go on. */
  isSettled: boolean
}

/**
 * Sends a campaign to the contacts of a batch who have not got it, until `isOver` says so: those who have no email of
 * it yet in groups, then those whose email an earlier call left unsettled.
 */
export async function sendBatch(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  batch: CampaignBatchRecord,
  isOver: () => boolean,
): Promise<BatchSent> {
  const { projectId, contactIds } = batch
  const earlier = await emailsOf(batch)
  const reached = new Set(earlier.map(({ contactId }) => contactId))
  const groups = inGroups(contactIds.filter((id) => !reached.has(id)))
  const counts = { settled: 0, putOff: 0, untouched: 0 }
  const leave = (contacts: number): void => void (counts.untouched += contacts)
  let isCancelled = false
  const count = (result: DeliveryResult): void => {
    counts[result.state === 'putOff' ? 'putOff' : 'settled'] += 1
    isCancelled ||= result.state === 'withheld' && result.reason === 'cancelled'
  }

  await eachOf(groups, GROUPS_AT_ONCE, async (group) => {
    // What the provider has just put off would be put off again.
    if (isOver() || isCancelled || counts.putOff > 0) counts.untouched += group.length
    else await inTurn({ projectId, work: () => sendGroup(deps, campaign, group, count, leave) })
  })
  const unsettled = earlier.filter(({ status }) => UNSETTLED.includes(status))
  await eachOf(unsettled, LEFT_AT_ONCE, async ({ _id, createdAt }) => {
    if (isOver()) counts.untouched += 1
    else count(await giveUpLate(deps, { projectId, emailId: _id, createdAt }, await deliverOne(deps, projectId, _id)))
  })
  return { settled: counts.settled, isSettled: counts.putOff === 0 && counts.untouched === 0 }
}

/** Works on groups of a project, a few at once whatever the number of its campaigns and their parts. */
const inTurn = coalesce<{ projectId: string; work: () => Promise<void> }, void>({
  groupOf: ({ projectId }) => projectId,
  maxBatch: 1,
  maxRunsPerGroup: GROUPS_AT_ONCE,
  async run([group]): Promise<void[]> {
    await group?.work()
    return []
  },
})

/** The emails of a batch's contacts, as far as there are any. */
export async function emailsOf({ projectId, campaignId, contactIds }: CampaignBatchRecord) {
  return Email.find(
    { projectId, campaignId, contactId: { $in: contactIds } },
    { contactId: 1, status: 1, createdAt: 1 },
  ).lean()
}

async function sendGroup(
  deps: CampaignDeps,
  campaign: CampaignRecord,
  group: string[],
  count: (result: DeliveryResult) => void,
  leave: (contacts: number) => void,
): Promise<void> {
  // Before the claims, which must not grow old while they wait.
  for (let rest = group; rest.length > 0;) {
    const { turns } = await deps.takeTurns(campaign.projectId, rest.length)
    if (turns === 0) return leave(rest.length)
    const emails = await claimRecipients(campaign, rest.slice(0, turns))
    await eachOf(emails, emails.length, async (email) => count(await handOver(deps, email)))
    rest = rest.slice(turns)
  }
}

async function giveUpLate(
  deps: CampaignDeps,
  { projectId, emailId, createdAt }: { projectId: string; emailId: string; createdAt: Date },
  result: DeliveryResult,
): Promise<DeliveryResult> {
  const isLate = Date.now() - createdAt.getTime() > GIVE_UP_AFTER_MS
  // One in doubt cannot be given up: the provider's own event, or policy, settles it.
  if (result.state !== 'putOff' || !isLate || !(await Email.exists({ _id: emailId, projectId, status: 'PENDING' }))) {
    return result
  }
  const { reason } = result
  await deps.recorder.record({ projectId, emailId, at: new Date(), key: 'given-up', kind: 'failed', reason })
  return { state: 'withheld', status: 'FAILED', reason }
}

function inGroups(contactIds: string[]): string[][] {
  return Array.from({ length: Math.ceil(contactIds.length / GROUP) }, (_, index) =>
    contactIds.slice(index * GROUP, (index + 1) * GROUP),
  )
}
