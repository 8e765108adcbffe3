import { Readable } from 'node:stream'
import { readExportFile } from '../../../commands/exports/export-file.js'
import { findExportWithFile } from '../../../commands/exports/find-exports.js'
import { notFound } from '../../../models/domain/errors.js'
import type { ExportFormat } from '../../../models/export-job.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { exportFileName } from '../../presenters/export.js'
import { JobParams } from '../../schemas/job.js'
import { OpenStreams } from '../uploads/open-streams.js'

const MB = 1_048_576
const CONTENT_TYPES: Record<ExportFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }

// A stream holds the part that waits for the client and the part that is being read. The time allows for large files.
const streams = new OpenStreams({
  heldBytes: 64 * MB,
  ofNetworkBytes: 32 * MB,
  ofStreamBytes: 2.5 * MB,
  timeMs: 3_600_000,
})

export const getExportFileRoute = defineEndpoint({
  operationId: 'getExportFile',
  method: 'get',
  path: '/exports/:jobId/file',
  access: 'project',
  summary: 'Load the file of an export',
  description:
    'Answers 409 until the export is `COMPLETED`, and when it has failed; 404 once the file is removed, a day after the ' +
    'end.',
  request: { params: JobParams },
  response: new Media(...Object.values(CONTENT_TYPES)),
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle({ params: { jobId } }, { projectId, method, clientNetwork }) {
    const job = await findExportWithFile(projectId, jobId, new Date())
    const { bytes: size } = job.result
    const answer = (bytes: Readable) =>
      content(CONTENT_TYPES[job.input.format], bytes, {
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${exportFileName(job)}"`,
        'X-Content-Type-Options': 'nosniff',
      })
    if (method === 'HEAD') return answer(Readable.from([]))
    const bytes = await streams.open({ network: clientNetwork, size }, async () =>
      readExportFile({ projectId, jobId }, size),
    )
    if (!bytes) throw notFound('job', jobId)
    return answer(bytes)
  },
})
