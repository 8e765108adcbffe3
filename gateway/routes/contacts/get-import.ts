import { notFound } from '../../../models/domain/errors.js'
import type { ImportJob } from '../../../models/import-job.js'
import { Job } from '../../../models/job.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentImport } from '../../presenters/job.js'
import { ImportJobResponse } from '../../schemas/import.js'
import { JobParams } from '../../schemas/job.js'

export const getImportRoute = defineEndpoint({
  operationId: 'getImport',
  method: 'get',
  path: '/contacts/import/:jobId',
  access: 'project',
  summary: 'Get the progress of an import',
  request: { params: JobParams },
  response: ImportJobResponse,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    const job = await Job.findOne({ _id: jobId, projectId, kind: 'IMPORT_CONTACTS' }).lean<ImportJob>()
    if (!job) throw notFound('job', jobId)
    return presentImport(job)
  },
})
