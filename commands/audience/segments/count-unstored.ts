import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { scan } from '../../base/listing/scan.js'
import type { Surroundings } from '../../base/references/segment-references.js'
import { liveMembers } from './count-members.js'

/** The result of a count of all members: their number, what it depends on, and how many contacts the project had. */
export interface UnstoredCount extends Surroundings {
  memberCount: number
  countedAmong: number
}

/**
 * Notes in a segment without stored members that its members are being counted. Changes that are dispatched from now on
 * remove the note, so that the next sweep counts again.
 */
export async function noteCounting({ _id, projectId, revision }: SegmentRecord): Promise<void> {
  const note = { $set: { countState: 'counting' as const } }
  await Segment.updateOne({ _id, projectId, revision }, note, { timestamps: false })
}

/** Counts the contacts that meet the condition of a segment. Throws as `scan` does after `deadline`. */
export async function countUnstored(segment: SegmentRecord, deadline: number): Promise<number> {
  const members = await liveMembers(segment)
  return scan(segment.projectId, (limits) => Contact.countDocuments(members, limits), deadline)
}

/**
 * Stores the count that followed `noteCounting`. The segment needs no further count until a change is dispatched,
 * unless one was dispatched during the count, or time alone changes its members.
 */
export async function storeUnstoredCount(
  { _id, projectId, revision }: SegmentRecord,
  counted: UnstoredCount,
  session?: ClientSession,
): Promise<void> {
  const isCurrent = counted.isTimed ? false : { $eq: ['$countState', 'counting'] }
  const fields = Object.entries(counted).map(([field, value]) => [field, { $literal: value as unknown }])
  await Segment.updateOne(
    { _id, projectId, revision },
    [
      {
        $set: {
          ...Object.fromEntries(fields),
          countedAt: '$$NOW',
          countState: { $cond: [isCurrent, 'current', null] },
        },
      },
    ],
    { ...(session ? { session } : {}), timestamps: false, updatePipeline: true },
  )
}
