import type { BulkJob } from '../../../models/bulk-job.js'
import { notFound } from '../../../models/domain/errors.js'
import { Job } from '../../../models/job.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentBulkJob } from '../../presenters/job.js'
import { BulkJobResponse, JobParams } from '../../schemas/job.js'

export const getBulkJobRoute = defineEndpoint({
  operationId: 'getBulkJob',
  method: 'get',
  path: '/contacts/bulk/:jobId',
  access: 'project',
  summary: 'Get the progress of a bulk change of contacts',
  request: { params: JobParams },
  response: BulkJobResponse,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    const job = await Job.findOne({ _id: jobId, projectId, kind: 'CHANGE_CONTACTS' }).lean<BulkJob>()
    if (!job) throw notFound('job', jobId)
    return presentBulkJob(job)
  },
})
