import { requestExport } from '../../../commands/lifecycle/exports/request-export.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { EXPORT_EXAMPLE, ExportRequest } from '../../schemas/export.js'
import { AcceptedJob } from '../../schemas/job.js'

export const createExportRoute = defineEndpoint({
  operationId: 'createExport',
  method: 'post',
  path: '/exports',
  access: 'project',
  effect: 'keeps',
  summary: 'Export contacts, suppressions, emails or events',
  description:
    'Writes matching rows to a CSV or NDJSON file, which you can download for a day after the export ends. Files of ' +
    'contacts and suppressions are sorted by address and have no ids or times, so that you can import them ' +
    'unchanged. Files of emails and events have the newest rows first. The guide describes both formats.',
  example: { body: EXPORT_EXAMPLE },
  request: { body: ExportRequest },
  response: AcceptedJob,
  status: 202,
  quota: 'jobs',
  errors: ['VALIDATION_ERROR', 'RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ body }, { projectId }) {
    const jobId = await requestExport(projectId, body)
    return { message: 'Export started', jobId }
  },
})
