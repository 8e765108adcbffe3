import { Contact, type ContactRecord } from '../../../models/contact.js'
import { scan } from '../../base/listing/scan.js'
import { liveMembers } from './count-members.js'
import { findSegment, type SegmentRef } from './find-segment.js'

/** A query for one page of a segment's members. */
export interface MemberListing extends SegmentRef {
  page: number
  pageSize: number
}

/**
 * One page of the contacts in a segment, newest first, and the total number. For a dynamic segment these are the
 * contacts that meet the condition at this moment. Throws RESOURCE_NOT_FOUND, and BAD_REQUEST for a condition that is
 * too large.
 */
export async function listMembers(listing: MemberListing): Promise<{ contacts: ContactRecord[]; total: number }> {
  const { projectId, page, pageSize } = listing
  const members = await liveMembers(await findSegment(listing))
  const [contacts, total] = await Promise.all([
    scan(projectId, (limits) =>
      Contact.find(members, null, limits)
        // Ids sort by their time of creation.
        .sort({ _id: -1 })
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .lean(),
    ),
    scan(projectId, (limits) => Contact.countDocuments(members, limits)),
  ])
  return { contacts, total }
}
