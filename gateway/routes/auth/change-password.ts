import { changePassword } from '../../../commands/accounts/users/change-password.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { PasswordChange, UserResponse } from '../../schemas/user.js'

export const changePasswordRoute = defineEndpoint({
  operationId: 'changePassword',
  method: 'post',
  path: '/auth/change-password',
  access: 'user',
  summary: 'Change the password',
  description:
    'Ends all other sessions; this one continues with a new cookie. Connected accounts stay. Wrong passwords count ' +
    'as failed sign-in attempts.',
  limit: 'account',
  example: {
    body: { currentPassword: 'correct horse battery staple', newPassword: 'an even longer horse battery staple' },
  },
  request: { body: PasswordChange },
  response: UserResponse,
  statuses: [200],
  envelope: 'success',
  errors: ['INVALID_CREDENTIALS'],
  async handle({ body }, context) {
    const {
      user: { email },
      clientNetwork,
    } = context
    const user = await changePassword({ ...body, email, clientNetwork })
    const { sessionExpiresAt, headers: cookie } = await signIn(user, context)
    return reply(200, presentUser(user, sessionExpiresAt), undefined, cookie)
  },
})
