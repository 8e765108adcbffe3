import { isInvited } from '../../../commands/members/accept-invitations.js'
import { createUser } from '../../../commands/users/create-user.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { SignupBody, UserResponse } from '../../schemas/user.js'

export const signUp = defineEndpoint({
  operationId: 'signUp',
  method: 'post',
  path: '/auth/signup',
  access: 'open',
  summary: 'Create an account and sign in',
  description:
    'Answers 403 if the installation does not allow sign-ups and the address is not invited to a project, and 409 if the address already has an account.',
  example: { body: { email: 'joan@example.com', password: 'correct horse battery staple' } },
  request: { body: SignupBody },
  response: UserResponse,
  statuses: [201],
  envelope: 'success',
  errors: ['CONFLICT', 'FORBIDDEN'],
  async handle({ body }, { services, sessions, headers }) {
    requireOwnOrigin(headers, services.config, { optional: true })
    if (services.config.DISABLE_SIGNUPS && !(await isInvited(body.email)))
      throw new AppError('FORBIDDEN', 'Sign-up is switched off here')
    const user = await createUser(body)
    return reply(201, presentUser(user), undefined, { 'Set-Cookie': sessions.cookieFor(user) })
  },
})
