import { findQuotas } from '../../../commands/base/quotas/find-quotas.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ProjectParams } from '../../schemas/project.js'
import { QuotasResponse } from '../../schemas/quotas.js'

export const getQuotasRoute = defineEndpoint({
  operationId: 'getQuotas',
  method: 'get',
  path: '/projects/:id/quotas',
  access: 'memberOrKey',
  summary: 'Get the quotas and usage of a project',
  description:
    'Requests above a quota return 422 `QUOTA_EXCEEDED`. Quotas are settings of the installation. `uploads` counts ' +
    'the bytes of images, pending import files and export files.',
  request: { params: ProjectParams },
  response: QuotasResponse,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => findQuotas(projectId),
})
