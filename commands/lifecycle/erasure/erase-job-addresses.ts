import { Job, type JobKind } from '../../../models/job.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { dropExportFile } from '../exports/export-file.js'

const BATCH = 100

/**
 * Removes the addresses from ended jobs that are due (`eraseAt`): the addresses of bad rows, whose number and error
 * stay, the search text and the condition of a bulk change or an export, and the file of an export. Returns the number
 * of jobs in the batch, and whether it was the last.
 */
export async function eraseJobAddresses(now: Date): Promise<{ count: number; isLast: boolean }> {
  const isDue = { eraseAt: { $gt: new Date(0), $lte: now } }
  const due = await Job.find(acrossProjects(isDue, 'a batch takes the jobs that are due first'), {
    kind: 1,
    projectId: 1,
  })

    .sort({ eraseAt: 1 })
    .limit(BATCH)
    .lean()
  for (const { _id, projectId, kind } of due) {
    if (kind === 'EXPORT') await dropExportFile({ projectId, jobId: _id })
    await Job.updateOne({ _id, projectId }, erasureOf(kind), { timestamps: false })
  }
  return { count: due.length, isLast: due.length < BATCH }
}

function erasureOf(kind: JobKind) {
  if (kind === 'IMPORT_CONTACTS') return { $set: { 'result.errors.$[].email': '' }, $unset: { eraseAt: 1 as const } }
  return { $unset: { eraseAt: 1 as const, 'input.filter.search': 1 as const, 'input.filter.condition': 1 as const } }
}
