import { findImageUsage } from '../../../commands/sending/uploads/find-image-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { UploadParams, UploadUsageResponse } from '../../schemas/upload.js'

export const getUploadUsageRoute = defineEndpoint({
  operationId: 'getUploadUsage',
  method: 'get',
  path: '/uploads/:id/usage',
  access: 'project',
  summary: 'Get what shows an uploaded image',
  description:
    'The resources that prevent its deletion: templates, campaigns that are not over, and workflows, also in versions ' +
    'that active executions run. At most a hundred of each are listed. Mail that has left does not count.',
  request: { params: UploadParams },
  response: UploadUsageResponse,
  errors: [],
  handle: async ({ params }, { projectId }) => findImageUsage({ projectId, uploadId: params.id }),
})
