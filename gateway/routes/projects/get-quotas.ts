import { findQuotas } from '../../../commands/base/quotas/find-quotas.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ProjectParams } from '../../schemas/project.js'
import { QuotasResponse } from '../../schemas/quotas.js'

export const getQuotasRoute = defineEndpoint({
  operationId: 'getQuotas',
  method: 'get',
  path: '/projects/:id/quotas',
  access: 'memberOrKey',
  summary: 'Get the quotas of a project, and how much of them is used',
  description:
    'A request beyond a quota is refused with 422 `QUOTA_EXCEEDED`. The quotas are settings of the installation. ' +
    '`uploads` counts the bytes of images, of files that wait for their import, and of files of exports.',
  request: { params: ProjectParams },
  response: QuotasResponse,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => findQuotas(projectId),
})
