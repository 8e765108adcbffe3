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
  summary: 'Export contacts, suppressions, emails or events into a file',
  description:
    'Writes the rows that match into a CSV or NDJSON file, which can be loaded for a day after the end. The files of ' +
    'contacts and suppressions are sorted by address and have no ids and times, so that they can be imported again as ' +
    'they are. Those of emails and events have the newest rows first. The guide describes both formats.',
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
