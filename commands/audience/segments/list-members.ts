import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { scan } from '../../base/listing/scan.js'
import { isLargeProject } from '../contacts/large-project.js'
import { liveMembers } from './count-members.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { areMembersStored, MEMBERS_INDEX, storedMembers } from './stored-members.js'

const BY_ID = { projectId: 1, _id: 1 } as const

/** A query for one page of a segment's members. */
export interface MemberListing extends SegmentRef {
  page: number
  pageSize: number
}

/**
 * One page of the contacts in a segment, newest first, and the total number. For a dynamic segment these are the
 * contacts that meet the condition at this moment. In a large project they are the stored members and their stored
 * number; until these are computed, those among the newest contacts of the project that meet the condition. Throws
 * RESOURCE_NOT_FOUND, and BAD_REQUEST for a condition that is too large.
 */
export async function listMembers(listing: MemberListing): Promise<{ contacts: ContactRecord[]; total: number }> {
  const segment = await findSegment(listing)
  return (await isLargeProject(listing.projectId)) ? listOfLarge(segment, listing) : listLive(segment, listing)
}

async function listLive(segment: SegmentRecord, listing: MemberListing) {
  const { projectId } = segment
  const members = await liveMembers(segment)
  const [contacts, total] = await Promise.all([
    readPage(members, listing),
    scan(projectId, (limits) => Contact.countDocuments(members, limits)),
  ])
  return { contacts, total }
}

async function listOfLarge(segment: SegmentRecord, listing: MemberListing) {
  const { memberCount } = segment
  if (areMembersStored(segment)) {
    return { contacts: await readPage(storedMembers(segment), listing, MEMBERS_INDEX), total: memberCount }
  }
  const newest: OwnedQuery = { $and: [await newestContacts(segment.projectId), await liveMembers(segment)] }
  const contacts = await readPage(newest, listing, BY_ID)
  return { contacts, total: Math.max(memberCount, (listing.page - 1) * listing.pageSize + contacts.length) }
}

async function readPage(
  members: OwnedQuery,
  { projectId, page, pageSize }: MemberListing,
  hint: string | typeof BY_ID | null = null,
): Promise<ContactRecord[]> {
  return scan(projectId, (limits) => {
    // Ids sort by their time of creation.
    const newestFirst = Contact.find(members, null, limits).sort({ _id: -1 })
    const some = newestFirst.skip((page - 1) * pageSize).limit(pageSize)
    return (hint ? some.hint(hint) : some).lean()
  })
}

/** The filter of the newest contacts of a project, as many as a request may read. */
async function newestContacts(projectId: string): Promise<OwnedQuery> {
  // indexed: by the ids of the project.
  const oldest = await Contact.findOne({ projectId }, { _id: 1 })
    .sort({ _id: -1 })
    .skip(MAX_READ - 1)
    .hint(BY_ID)
    .lean()
  return { projectId, ...(oldest ? { _id: { $gte: oldest._id } } : {}) }
}
