import { deleteExport } from '../../../commands/lifecycle/exports/delete-export.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { JobParams } from '../../schemas/job.js'

export const deleteExportRoute = defineEndpoint({
  operationId: 'deleteExport',
  method: 'delete',
  path: '/exports/:jobId',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete an export and its file',
  description: 'A running export is stopped.',
  request: { params: JobParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    await deleteExport(projectId, jobId)
  },
})
