import { z } from 'zod'
import { endSession } from '../../../commands/accounts/users/sessions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { SessionParams } from '../../schemas/session.js'

export const endSessionRoute = defineEndpoint({
  operationId: 'endSession',
  method: 'delete',
  path: '/auth/sessions/:sessionId',
  access: 'user',
  summary: 'Sign out a session',
  description: 'Its cookie stops working immediately.',
  request: { params: SessionParams },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { user }) {
    await endSession(user._id, params.sessionId)
    return reply(200, null, 'Signed out')
  },
})
