import type { CampaignRecord } from '../../../models/campaign.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { readAhead } from '../../../runtime/concurrency/read-ahead.js'
import { consenting, recipientsOf, type Addressed } from '../../audience/contacts/audience.js'
import { keepSuppressed } from '../../audience/contacts/by-suppression.js'
import {
  findAddressesInBatch,
  nextContactBatch,
  type Batched,
  type ContactBatch,
} from '../../audience/contacts/contact-batches.js'
import { findSegment } from '../../audience/segments/find-segment.js'
import { canWalkMembers } from '../../audience/segments/walk-members.js'
import { isTooSlow, scan } from '../../base/listing/scan.js'

// MongoDB answers one read while the next ones are under way, so that neither it nor this process waits for the other.
const READS_AHEAD = 3
// The first contacts nearly always have a recipient among them.
const LOOKED_AT = [500, 9_500] as const
const LOOK_MS = 5_000

/** The recipients among some consecutive contacts of the audience, and the last of these contacts; null at the end. */
export interface RecipientBatch {
  contactIds: string[]
  until: string | null
}

/**
 * Reads the recipients of a campaign after the contact `after` up to the contact `last`, in the order of their ids and
 * without suppressed addresses. Throws as `recipientsOf` does.
 */
export async function* recipientBatches(
  campaign: Addressed & Pick<CampaignRecord, 'startedAt'>,
  { after, last }: { after: string | null; last: string },
): AsyncGenerator<RecipientBatch, void, undefined> {
  const { projectId } = campaign
  // Relative dates of a condition look back from the same moment in every batch, also after midnight.
  const walk = await walkOf(campaign, campaign.startedAt ?? new Date())
  const batches = contactBatches(projectId, after, { ...walk.batched, last })
  yield* readAhead(batches, READS_AHEAD, async (batch) => {
    const contacts = await keepSuppressed(projectId, await findAddressesInBatch(batch, walk.recipients), false)
    return { contactIds: contacts.map(({ _id }) => _id), until: batch.until }
  })
}

/**
 * Whether a campaign has a recipient now. It reads the first 10,000 contacts of the project or segment at most: when
 * none of them is a recipient and there are more, or when that takes too long, the campaign counts as not empty. Throws
 * as `recipientsOf` does.
 */
export async function mayHaveRecipients(campaign: Addressed): Promise<boolean> {
  const { projectId } = campaign
  const { batched, recipients } = await walkOf(campaign, new Date())
  const deadline = Date.now() + LOOK_MS
  let after: string | null = null
  try {
    for (const size of LOOKED_AT) {
      const batch: ContactBatch = await nextContactBatch(projectId, after, { ...batched, size })
      const found = await scan(projectId, (limits) => findAddressesInBatch(batch, recipients, limits), deadline)
      if ((await keepSuppressed(projectId, found, false)).length > 0) return true
      if (batch.until === null) return false
      after = batch.until
    }
  } catch (error) {
    if (!isTooSlow(error)) throw error
  }
  return true
}

/** How to find recipients: in which contacts to look, and what a recipient meets. */
interface Walk {
  batched: Batched
  recipients: OwnedQuery
}

async function walkOf(campaign: Addressed, at: Date): Promise<Walk> {
  const { projectId, audienceType, segmentId } = campaign
  if (audienceType === 'SEGMENT') {
    const segment = await findSegment({ projectId, segmentId: segmentId ?? '' })
    if (segment.type === 'STATIC') {
      return { batched: { segmentId: segment._id }, recipients: consenting(campaign, { projectId }) }
    }
    if (await canWalkMembers(segment)) {
      return { batched: { segmentId: segment._id }, recipients: await recipientsOf(campaign, at) }
    }
  }
  return { batched: {}, recipients: await recipientsOf(campaign, at) }
}

async function* contactBatches(
  projectId: string,
  after: string | null,
  batched: Batched,
): AsyncGenerator<ContactBatch, void, undefined> {
  for (let from = after; ;) {
    const batch = await nextContactBatch(projectId, from, batched)
    yield batch
    if (batch.until === null) return
    from = batch.until
  }
}
