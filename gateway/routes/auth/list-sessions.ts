import { z } from 'zod'
import { listSessions } from '../../../commands/accounts/users/sessions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSession } from '../../presenters/session.js'
import { SessionResponse } from '../../schemas/session.js'

export const listSessionsRoute = defineEndpoint({
  operationId: 'listSessions',
  method: 'get',
  path: '/auth/sessions',
  access: 'user',
  summary: 'List sessions',
  response: z.array(SessionResponse),
  envelope: 'success',
  errors: [],
  async handle(_input, { user, sessions, headers }) {
    const current = sessions.read(headers.cookie)?.sessionId
    const found = await listSessions(user._id)
    return found.map((session) => presentSession(session, current))
  },
})
