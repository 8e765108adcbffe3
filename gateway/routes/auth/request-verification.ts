import { z } from 'zod'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { requestVerification } from '../../../commands/accounts/users/verify-address.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'

export const requestVerificationRoute = defineEndpoint({
  operationId: 'requestVerification',
  method: 'post',
  path: '/auth/request-verification',
  access: 'user',
  summary: 'Request a confirmation email',
  description:
    'Sends at most three emails an hour and four a day to one address, and 20 a day for one client network. Above ' +
    'that, the response is 429 and `details.limit` has the limit. Resetting the password with `POST ' +
    '/auth/request-password-reset` also confirms the address. Confirmed addresses get no email.',
  limit: 'account',
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['RATE_LIMIT_EXCEEDED'],
  async handle(_input, { user, services, headers, clientNetwork }) {
    const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
    const asked = { language, clientNetwork }
    await requestVerification(user, asked, platformSettings(services.config))
    return reply(200, null, user.emailVerified ? 'Email address confirmed' : 'Email sent')
  },
})
