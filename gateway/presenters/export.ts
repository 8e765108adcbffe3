import type { z } from 'zod'
import type { ExportJob } from '../../models/export-job.js'
import type { ExportResponse } from '../schemas/export.js'
import { presentJob } from './job.js'

const DATE_LENGTH = 'YYYY-MM-DD'.length

/** An export as the API shows it. */
export function presentExport(job: ExportJob): z.input<typeof ExportResponse> {
  const { input, result, status, eraseAt } = job
  return {
    ...presentJob(job),
    kind: input.kind,
    format: input.format,
    rows: result.rows,
    bytes: result.bytes,
    fileName: exportFileName(job),
    expiresAt: status === 'COMPLETED' && eraseAt ? eraseAt.toISOString() : null,
  }
}

/** The name under which a client stores the file of an export: its kind and the day of its request. */
export function exportFileName({ input, createdAt }: ExportJob): string {
  return `${input.kind}-${createdAt.toISOString().slice(0, DATE_LENGTH)}.${input.format}`
}
