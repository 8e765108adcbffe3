import { changeView } from '../../../commands/base/views/views.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentView } from '../../presenters/view.js'
import { ViewParams, ViewPatch, ViewResponse } from '../../schemas/view.js'
import { viewCallerOf } from './view-caller.js'

export const updateViewRoute = defineEndpoint({
  operationId: 'updateView',
  method: 'patch',
  path: '/views/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Change a saved view',
  description: 'A shared view can be changed by the user who made it, and by owners, admins and keys.',
  example: { body: { name: 'Subscribed in Austria' } },
  request: { params: ViewParams, body: ViewPatch },
  response: ViewResponse,
  errors: ['BAD_REQUEST', 'RESOURCE_NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'QUOTA_EXCEEDED'],
  async handle({ params: { id }, body }, context) {
    const caller = viewCallerOf(context)
    return presentView(await changeView(caller, id, body), caller)
  },
})
