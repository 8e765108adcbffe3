import { readExportFile } from '../../../commands/lifecycle/exports/export-file.js'
import { findExportWithFile } from '../../../commands/lifecycle/exports/find-exports.js'
import { MAX_PART_BYTES } from '../../../commands/base/jobs/file-parts.js'
import { exportFileName } from '../../../models/domain/export-file-name.js'
import type { ExportFormat } from '../../../models/export-job.js'
import { defineEndpoint, StreamedMedia } from '../../http/endpoint.js'
import { streamed } from '../../http/response/reply.js'
import { JobParams } from '../../schemas/job.js'

const CONTENT_TYPES: Record<ExportFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }

const MOST_OF_PROJECT = { name: 'exports', streams: 2 }

export const getExportFileRoute = defineEndpoint({
  operationId: 'getExportFile',
  method: 'get',
  path: '/exports/:jobId/file',
  access: 'project',
  summary: 'Download the file of an export',
  description:
    'Returns 409 until the export is `COMPLETED` or if it has failed, and 404 once the file is removed, a day after ' +
    'the end. Each gateway sends two files of a project at a time; a third request returns 429.',
  request: { params: JobParams },
  response: new StreamedMedia(...Object.values(CONTENT_TYPES)),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle({ params: { jobId } }, { projectId }) {
    const job = await findExportWithFile(projectId, jobId, new Date())
    const { bytes: size } = job.result
    const source = {
      size,
      partBytes: MAX_PART_BYTES,
      mostOfProject: MOST_OF_PROJECT,
      read: async () => readExportFile({ projectId, jobId }, size),
    }
    return streamed(CONTENT_TYPES[job.input.format], source, {
      'Content-Disposition': `attachment; filename="${exportFileName(job.input.kind, job.input.format, job.createdAt)}"`,
      'X-Content-Type-Options': 'nosniff',
    })
  },
})
