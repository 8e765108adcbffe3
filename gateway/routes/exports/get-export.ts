import { findExport } from '../../../commands/lifecycle/exports/find-exports.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentExport } from '../../presenters/export.js'
import { ExportResponse } from '../../schemas/export.js'
import { JobParams } from '../../schemas/job.js'

export const getExportRoute = defineEndpoint({
  operationId: 'getExport',
  method: 'get',
  path: '/exports/:jobId',
  access: 'project',
  summary: 'Get the progress of an export',
  request: { params: JobParams },
  response: ExportResponse,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params: { jobId } }, { projectId }) {
    return presentExport(await findExport(projectId, jobId))
  },
})
