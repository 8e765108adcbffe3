import { z } from 'zod'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { requestPasswordReset } from '../../../commands/accounts/users/reset-password.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { AddressBody } from '../../schemas/user.js'

export const requestPasswordResetRoute = defineEndpoint({
  operationId: 'requestPasswordReset',
  method: 'post',
  path: '/auth/request-password-reset',
  access: 'open',
  summary: 'Request a password reset',
  description:
    'The response is the same whether or not the address has an account. A client network can request three emails ' +
    'a day for one address, and 20 in total.',
  limit: 'account',
  example: { body: { email: 'grace@example.com' } },
  request: { body: AddressBody },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: [],
  async handle({ body }, { services, headers, clientNetwork }) {
    const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
    const { email } = body
    await requestPasswordReset({ email, language, clientNetwork }, platformSettings(services.config))
    return reply(200, null, "If an account with this address exists, we've sent an email to it")
  },
})
