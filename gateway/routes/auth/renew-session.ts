import { renewSession } from '../../../commands/accounts/users/sessions.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { withCookie } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { UserResponse } from '../../schemas/user.js'

export const renewSessionRoute = defineEndpoint({
  operationId: 'renewSession',
  method: 'post',
  path: '/auth/renew-session',
  access: 'user',
  summary: 'Prolong the session',
  description:
    'The session then ends in seven days, but no later than thirty days after the sign-in; `sessionExpiresAt` says ' +
    'when. The session stays the same one, and gets a new cookie.',
  response: UserResponse,
  statuses: [200],
  envelope: 'success',
  errors: [],
  async handle(_input, { user, sessions }) {
    const { sessionExpiresAt, headers } = withCookie(user, await renewSession(user), sessions)
    return reply(200, presentUser(user, sessionExpiresAt), undefined, headers)
  },
})
