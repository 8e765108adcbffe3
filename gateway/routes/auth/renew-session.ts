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
  summary: 'Renew the session',
  description:
    'Extends the session to seven days from now, but no longer than 30 days after sign-in; see `sessionExpiresAt`. ' +
    'The session keeps its id and gets a new cookie.',
  response: UserResponse,
  statuses: [200],
  envelope: 'success',
  errors: [],
  async handle(_input, { user, sessions }) {
    const { sessionExpiresAt, headers } = withCookie(user, await renewSession(user), sessions)
    return reply(200, presentUser(user, sessionExpiresAt), undefined, headers)
  },
})
