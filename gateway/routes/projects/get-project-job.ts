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
  summary: 'Get the progress of a job of a project',
  description:
    'Any `jobId` that a 202 has answered, such as that of a reset, which the project keeps. Imports, exports, bulk ' +
    'changes and retries have endpoints of their own, which also show their results. A project that is being deleted ' +
    'has neither members nor keys, so that nobody can ask: 404 for the project.',
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
