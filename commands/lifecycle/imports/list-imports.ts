import type { ImportJob, ImportResult } from '../../../models/import-job.js'
import { Job } from '../../../models/job.js'
import { countListed } from '../../base/listing/count-listed.js'
import { olderThan } from '../../base/listing/newest-first.js'

/** An import in a list, which names none of its faulty rows. */
export type ListedImport = Omit<ImportJob, 'result'> & { result: Omit<ImportResult, 'errors'> }

/** A query for one page of a project's imports. */
export interface ImportListing {
  projectId: string
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** One page of a project's imports, newest first. They are counted for the first page alone. */
export async function listImports({
  projectId,
  after,
  limit,
}: ImportListing): Promise<{ imports: ListedImport[]; hasMore: boolean; total: number }> {
  const filter = { projectId, kind: 'IMPORT_CONTACTS' as const }
  const [found, total] = await Promise.all([
    Job.find({ ...filter, ...(after ? olderThan(after) : {}) }, { 'result.errors': 0, cursor: 0, 'input.header': 0 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<ListedImport[]>(),
    after ? 0 : countListed(projectId, Job, filter),
  ])
  return { imports: found.slice(0, limit), hasMore: found.length > limit, total }
}
