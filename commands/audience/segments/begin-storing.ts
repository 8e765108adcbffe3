import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { storedMembers } from './stored-members.js'

/** What a dynamic segment gets when contacts begin to store their membership: from then on, moves keep its number. */
export async function firstStored(
  session: ClientSession,
  segment: Pick<SegmentRecord, '_id' | 'projectId'>,
): Promise<Pick<SegmentRecord, 'memberCount' | 'countedAt' | 'computedAt'>> {
  // Contacts may hold its id from an earlier time, while a job takes it from them. indexed: by members.
  const memberCount = await Contact.countDocuments(storedMembers(segment), { session })
  return { memberCount, countedAt: null, computedAt: null }
}

/**
 * Lets contacts store their membership in a dynamic segment that is not tracked, because its project has become large.
 * The members are not computed yet. Returns the changed segment; null if it was changed or deleted meanwhile.
 */
export async function beginStoring(segment: SegmentRecord): Promise<SegmentRecord | null> {
  const { _id, projectId, revision } = segment
  return inTransaction(async (session) =>
    Segment.findOneAndUpdate(
      { _id, projectId, revision, trackMembership: false },
      {
        $set: { storesMembers: true, countState: null, ...(await firstStored(session, segment)) },
        $inc: { guard: 1 },
      },
      { session, returnDocument: 'after', timestamps: false },
    ).lean(),
  )
}
