import { Job } from '../../models/job.js'

const BATCH = 100

/**
 * Removes the addresses from ended jobs that are due (`eraseAt`): the addresses of bad rows, whose number and error
 * stay, and the search text and the condition of a bulk change. Returns the number of jobs in the batch, and whether it
 * was the last.
 */
export async function eraseJobAddresses(now: Date): Promise<{ count: number; isLast: boolean }> {
  // The query spans all projects, so that a batch takes the jobs that are due first.
  const due = await Job.find({ eraseAt: { $gt: new Date(0), $lte: now } }, { kind: 1, projectId: 1 })
    .sort({ eraseAt: 1 })
    .limit(BATCH)
    .lean()
  for (const { _id, projectId, kind } of due) {
    const update =
      kind === 'IMPORT_CONTACTS'
        ? { $set: { 'result.errors.$[].email': '' }, $unset: { eraseAt: 1 } }
        : { $unset: { eraseAt: 1, 'input.filter.search': 1, 'input.filter.condition': 1 } }
    await Job.updateOne({ _id, projectId }, update, { timestamps: false })
  }
  return { count: due.length, isLast: due.length < BATCH }
}
