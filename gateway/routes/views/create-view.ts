import { createView } from '../../../commands/base/views/views.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentView } from '../../presenters/view.js'
import { ViewRequest, ViewResponse } from '../../schemas/view.js'
import { viewCallerOf } from './view-caller.js'

export const createViewRoute = defineEndpoint({
  operationId: 'createView',
  method: 'post',
  path: '/views',
  access: 'project',
  effect: 'keeps',
  summary: 'Save a view of a list',
  description: 'A user can save 50 views in a project, and everyone together can share 100. A key saves shared ones.',
  example: { body: { list: 'contacts', name: 'Subscribed in Germany', search: 'status=subscribed', isShared: true } },
  request: { body: ViewRequest },
  response: ViewResponse,
  status: 201,
  errors: ['BAD_REQUEST', 'CONFLICT', 'QUOTA_EXCEEDED'],
  async handle({ body }, context) {
    const caller = viewCallerOf(context)
    return presentView(await createView(caller, body), caller)
  },
})
