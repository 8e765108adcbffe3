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
  summary: "Change the account's email address",
  description:
    'If the installation sends email to users, the new address gets a confirmation link and the old one a notice. ' +
    'The response shows the old address until `POST /auth/verify-email` confirms the new one. It does not reveal ' +
    'whether the new address has an account. These emails have the limits of `POST /auth/request-verification`. ' +
    'Otherwise the address changes immediately, or the response is 409 if it is taken. The change ends all other ' +
    'sessions; this one continues with a new cookie. Wrong passwords count as failed sign-in attempts. An account ' +
    'without a password sets one with `POST /auth/request-password-reset` first.',
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
