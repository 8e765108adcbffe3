import { readFaults } from '../../../commands/lifecycle/imports/import-faults.js'
import { MAX_PART_BYTES } from '../../../commands/base/jobs/file-parts.js'
import { defineEndpoint, StreamedMedia } from '../../http/endpoint.js'
import { streamed } from '../../http/response/reply.js'
import { ImportErrorsQuery } from '../../schemas/import.js'
import { JobParams } from '../../schemas/job.js'

export const getImportErrorsRoute = defineEndpoint({
  operationId: 'getImportErrors',
  method: 'get',
  path: '/contacts/import/:jobId/errors',
  access: 'project',
  summary: 'Download the rows with errors of an import as CSV',
  description:
    'The columns are those of the imported file plus `error`. Cells that a spreadsheet would read as formulas start ' +
    'with an apostrophe. Rows of a JSON lines file have the column `line`. While the import runs, the file has the ' +
    'errors so far. It is kept for a day after the import ends; then the response is 404.',
  request: { params: JobParams, query: ImportErrorsQuery },
  response: new StreamedMedia('text/csv'),
  errors: ['RESOURCE_NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  async handle({ params: { jobId }, query: { bom } }, { projectId }) {
    const faults = await readFaults({ projectId, jobId }, { bom })
    const source = { size: null, partBytes: MAX_PART_BYTES, read: async () => faults }
    return streamed('text/csv', source, { 'Content-Disposition': `attachment; filename="import-${jobId}-errors.csv"` })
  },
})
