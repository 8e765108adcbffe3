import { Contact } from '../../../models/contact.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { dropMembersIn } from './drop-members.js'

const SLICE = 500

/** The segment whose members a job removes. */
export interface DeleteSegmentInput {
  segmentId: string
}

/** How many members were removed, and how many contacts there were at the start. */
interface Cursor {
  dropped: number
  total: number
}

/** Removes the next members of a segment that was deleted, or is no longer tracked. */
export async function deleteSegmentSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<DeleteSegmentInput, Cursor, object>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId } = ref
  const { segmentId } = job.input
  const { dropped, total } = job.cursor ?? { dropped: 0, total: (await contactTotals(projectId)).contacts }
  const members = await Contact.find({ projectId, segments: segmentId }, { _id: 1 }).limit(SLICE).lean()
  const contactIds = members.map(({ _id }) => _id)
  const cursor = { dropped: dropped + contactIds.length, total }
  const progress = (100 * cursor.dropped) / Math.max(1, total)
  const isDone = await inTransaction(async (session) => {
    const isLast = contactIds.length < SLICE
    const isDone = !(await dropMembersIn(session, { projectId, segmentId }, contactIds)) || isLast
    await advanceJob(session, job, { cursor, progress, result: job.result, isDone })
    return isDone
  })
  return { isDone, progress }
}
