import type { FailedRetryJob } from '../../../commands/automation/executions/retry-failed-slice.js'
import { findWorkflow } from '../../../commands/automation/workflows/find-workflow.js'
import { notFound } from '../../../models/domain/errors.js'
import { Job } from '../../../models/job.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentFailedRetry } from '../../presenters/job.js'
import { FailedRetryParams, FailedRetryResponse } from '../../schemas/job.js'

export const getFailedRetryRoute = defineEndpoint({
  operationId: 'getFailedRetry',
  method: 'get',
  path: '/workflows/:id/executions/retry-failed/:jobId',
  access: 'project',
  summary: 'Get the progress of a bulk retry',
  request: { params: FailedRetryParams },
  response: FailedRetryResponse,
  errors: ['WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
  async handle({ params: { id, jobId } }, { projectId }) {
    await findWorkflow({ projectId, workflowId: id })
    const retryOfWorkflow = { _id: jobId, projectId, kind: 'RETRY_EXECUTIONS', 'input.workflowId': id } as const
    const job = await Job.findOne(retryOfWorkflow).lean<FailedRetryJob>()
    if (!job) throw notFound('job', jobId)
    return presentFailedRetry(job)
  },
})
