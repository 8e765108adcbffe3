import { ACTIVITY_TYPES } from '../../../models/domain/activity.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ActivityTypes } from '../../schemas/activity.js'

export const listActivityTypesRoute = defineEndpoint({
  operationId: 'listActivityTypes',
  method: 'get',
  path: '/activity/types',
  access: 'project',
  summary: 'List activity types',
  response: ActivityTypes,
  errors: [],
  handle: async () => ({ types: [...ACTIVITY_TYPES] }),
})
