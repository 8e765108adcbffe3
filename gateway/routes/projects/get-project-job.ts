import { notFound } from '../../../models/domain/errors.js'
import { Job } from '../../../models/job.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentProjectJob } from '../../presenters/job.js'
import { ProjectJobParams, ProjectJobResponse } from '../../schemas/job.js'

export const getProjectJobRoute = defineEndpoint({
  operationId: 'getProjectJob',
  method: 'get',
  path: '/projects/:id/jobs/:jobId',
  access: 'memberOrKey',
  summary: 'Get the progress of a job',
  description:
    'Accepts any `jobId` from a 202 response, such as that of a project reset. Imports, exports, bulk changes and ' +
    'retries have their own endpoints, which also show results. A project that is being deleted has no members and ' +
    'keys, so the response is 404.',
  request: { params: ProjectJobParams },
  response: ProjectJobResponse,
  envelope: 'success',
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    const job = await Job.findOne({ _id: jobId, projectId }, { input: 0, cursor: 0, result: 0 }).lean()
    if (!job) throw notFound('job', jobId)
    return presentProjectJob(job)
  },
})
