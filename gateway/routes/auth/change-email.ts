import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { changeEmail } from '../../../commands/accounts/users/change-email.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { EmailChangeBody, UserResponse } from '../../schemas/user.js'

export const changeEmailRoute = defineEndpoint({
  operationId: 'changeEmail',
  method: 'post',
  path: '/auth/change-email',
  access: 'user',
  summary: 'Change the address of the account',
  description:
    'If the installation sends mail to its users, a link is mailed to the new address and a notice to the old one; the ' +
    'answer shows the old address until `POST /auth/verify-email` confirms the new one. Whether the new address has ' +
    'an account is not told before then. These mails have the limits of `POST /auth/request-verification`. Otherwise ' +
    'the address changes at once, and 409 answers one that is taken. With the change all other sessions end, and this ' +
    'one continues with a new cookie. Wrong passwords count as failed logins. An account without a password gets one ' +
    'by `POST /auth/request-password-reset` first.',
  limit: 'account',
  example: { body: { newEmail: 'grace.hopper@example.com', password: 'correct horse battery staple' } },
  request: { body: EmailChangeBody },
  response: UserResponse,
  statuses: [200],
  envelope: 'success',
  errors: ['INVALID_CREDENTIALS', 'CONFLICT'],
  async handle({ body }, context) {
    const { user, services, headers, clientNetwork } = context
    const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
    const changed = await changeEmail({ ...body, user, language, clientNetwork }, platformSettings(services.config))
    if (!changed) {
      const message = 'Confirm the new address with the link we sent to it'
      return reply(200, presentUser(user, user.session.expiresAt), message)
    }
    const { sessionExpiresAt, headers: cookie } = await signIn(changed, context)
    return reply(200, presentUser(changed, sessionExpiresAt), 'Email address changed', cookie)
  },
})
