import { Readable } from 'node:stream'
import { readFaults } from '../../../commands/contacts/import-faults.js'
import { defineEndpoint, Media } from '../../http/endpoint.js'
import { content } from '../../http/response/reply.js'
import { JobParams } from '../../schemas/job.js'

export const getImportErrorsRoute = defineEndpoint({
  operationId: 'getImportErrors',
  method: 'get',
  path: '/contacts/import/:jobId/errors',
  access: 'project',
  summary: 'Get all faulty rows of an import as CSV',
  description:
    'The columns are those of the imported file and `error`, the reason. Cells that a spreadsheet would take for ' +
    'formulas begin with an apostrophe. The rows of a file of JSON lines have the column `line`. While the import ' +
    'runs these are its faulty rows so far. They are kept for a day after its end; then the answer is 404.',
  request: { params: JobParams },
  response: new Media('text/csv'),
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    const lines = await readFaults({ projectId, jobId })
    const disposition = `attachment; filename="import-${jobId}-errors.csv"`
    return content('text/csv', Readable.from(lines), { 'Content-Disposition': disposition })
  },
})
