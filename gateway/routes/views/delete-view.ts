import { deleteView } from '../../../commands/base/views/views.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ViewParams } from '../../schemas/view.js'
import { viewCallerOf } from './view-caller.js'

export const deleteViewRoute = defineEndpoint({
  operationId: 'deleteView',
  method: 'delete',
  path: '/views/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a saved view',
  request: { params: ViewParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND', 'FORBIDDEN'],
  handle: async ({ params: { id } }, context) => deleteView(viewCallerOf(context), id),
})
