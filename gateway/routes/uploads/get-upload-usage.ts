import { findImageUsage } from '../../../commands/sending/uploads/find-image-usage.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { UploadParams, UploadUsageResponse } from '../../schemas/upload.js'

export const getUploadUsageRoute = defineEndpoint({
  operationId: 'getUploadUsage',
  method: 'get',
  path: '/uploads/:id/usage',
  access: 'project',
  summary: 'Get the usage of an uploaded image',
  description:
    'What prevents deletion: the brand, templates, unfinished campaigns, and workflows, including versions with ' +
    'active executions. Lists at most 100 of each. Sent emails do not count.',
  request: { params: UploadParams },
  response: UploadUsageResponse,
  errors: [],
  handle: async ({ params }, { projectId }) => findImageUsage({ projectId, uploadId: params.id }),
})
