import { logIn } from '../../../commands/accounts/users/log-in.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { LoginBody, UserResponse } from '../../schemas/user.js'

export const logInRoute = defineEndpoint({
  operationId: 'logIn',
  method: 'post',
  path: '/auth/login',
  access: 'open',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie for seven days: `__Host-posthorn_session` if the service uses https, otherwise ' +
    '`posthorn_session`. After 10 failures for an account or 50 from an IP address within 15 minutes, or 50 ' +
    'attempts of any outcome from an IP address within a minute, the response is 429 until the time in ' +
    '`Retry-After` has passed.',
  limit: 'login',
  example: { body: { email: 'grace@example.com', password: 'correct horse battery staple' } },
  request: { body: LoginBody },
  response: UserResponse,
  statuses: [200],
  envelope: 'success',
  errors: ['INVALID_CREDENTIALS', 'FORBIDDEN'],
  async handle({ body }, context) {
    const { services, headers, clientNetwork } = context
    // Otherwise a foreign page could sign its visitors in to an account of the attacker.
    requireOwnOrigin(headers, services.config, { optional: true })
    const user = await logIn({ ...body, clientNetwork })
    const { sessionExpiresAt, headers: cookie } = await signIn(user, context)
    return reply(200, presentUser(user, sessionExpiresAt), undefined, cookie)
  },
})
