import mongoose from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { areMembersStored, storedMembers } from './stored-members.js'

/** A segment whose number of members differs from the contacts that store their membership. */
export interface SegmentDrift {
  segmentId: string
  is: number
  shouldBe: number
  isRepaired: boolean
}

const ATTEMPTS = 5

/**
 * Counts the members of each segment of a project, by one snapshot for each, and yields the segments whose number is
 * wrong. Segments without stored members are left out, and so are those that know that their number is not exact.
 * `repair` corrects the numbers, unless they change on every attempt.
 */
export async function* recountSegments(
  projectId: string,
  { repair = false } = {},
): AsyncGenerator<SegmentDrift, void, undefined> {
  const segments = Segment.find({ projectId }, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).lean().cursor()
  for await (const { _id: segmentId } of segments) {
    let drift = await findDrift(projectId, segmentId)
    for (let left = repair ? ATTEMPTS : 0; drift && !drift.isRepaired && left > 0; left -= 1) {
      drift = (await correct(projectId, drift)) ? { ...drift, isRepaired: true } : await findDrift(projectId, segmentId)
    }
    if (drift) yield { segmentId, is: drift.is, shouldBe: drift.shouldBe, isRepaired: drift.isRepaired }
  }
}

type Drift = SegmentDrift & Pick<SegmentRecord, 'guard'>

async function findDrift(projectId: string, segmentId: string): Promise<Drift | null> {
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    const segment = await Segment.findOne({ _id: segmentId, projectId }, null, { session }).lean()
    if (!segment?.countedAt || !areMembersStored(segment)) return null
    // indexed: by members.
    const shouldBe = await Contact.countDocuments(storedMembers(segment), { session })
    const { memberCount: is, guard } = segment
    return is === shouldBe ? null : { segmentId, is, shouldBe, guard, isRepaired: false }
  } finally {
    await session.endSession()
  }
}

async function correct(projectId: string, { segmentId, is, shouldBe, guard }: Drift): Promise<boolean> {
  const { matchedCount } = await Segment.updateOne(
    // Every move of contacts increases `guard`.
    { _id: segmentId, projectId, memberCount: is, guard },
    { $set: { memberCount: shouldBe, countedAt: databaseNow() } },
    { timestamps: false },
  )
  return matchedCount > 0
}
