import type { z } from 'zod'
import { exportFileName } from '../../models/domain/export-file-name.js'
import type { ExportJob } from '../../models/export-job.js'
import type { ExportResponse } from '../schemas/export.js'
import { presentJob } from './job.js'

/** An export as the API shows it. */
export function presentExport(job: ExportJob): z.input<typeof ExportResponse> {
  const { input, result, status, eraseAt } = job
  return {
    ...presentJob(job),
    kind: input.kind,
    format: input.format,
    rows: result.rows,
    bytes: result.bytes,
    fileName: exportFileName(input.kind, input.format, job.createdAt),
    expiresAt: status === 'COMPLETED' && eraseAt ? eraseAt.toISOString() : null,
  }
}
