import { requestSuppressionImport } from '../../../commands/lifecycle/imports/request-import.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SuppressionImportQuery } from '../../schemas/import.js'
import { importUpload } from '../../schemas/import-upload.js'
import { AcceptedJob } from '../../schemas/job.js'

export const importSuppressionsRoute = defineEndpoint({
  operationId: 'importSuppressions',
  method: 'post',
  path: '/suppressions/import',
  access: 'project',
  effect: 'keeps',
  summary: 'Import suppressions',
  description:
    'The columns, or the fields of each JSON line, are `email` and `reason`, as in exports; others are ignored. A ' +
    'blank reason means `MANUAL`. A permanently suppressed address keeps its reason. A row with `SOFT_BOUNCES` ' +
    'pauses an address that is not suppressed for 30 days from now. `GET /contacts/import/{jobId}` shows the ' +
    'progress.',
  example: { body: 'email,reason\nada@example.com,BOUNCE\n' },
  request: { query: SuppressionImportQuery, body: importUpload },
  response: AcceptedJob,
  status: 202,
  quota: 'jobs',
  errors: ['BAD_REQUEST'],
  async handle({ query, body }) {
    const jobId = await requestSuppressionImport(body, query)
    return { message: 'Import started', jobId }
  },
})
