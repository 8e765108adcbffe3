import { z } from 'zod'
import { resetPassword } from '../../../commands/accounts/users/reset-password.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { PasswordReset } from '../../schemas/user.js'

export const resetPasswordRoute = defineEndpoint({
  operationId: 'resetPassword',
  method: 'post',
  path: '/auth/reset-password',
  access: 'open',
  summary: 'Reset the password with an emailed token',
  description:
    'Ends all sessions of the user, removes connected accounts and confirms the address, so that nobody else keeps ' +
    'access. A token works once, within an hour.',
  limit: 'account',
  example: {
    body: { token: 'b7Wq2kT5nX8vZ1mC4rF6yH9jL0pD3sG5aE7uI2oQ4wR', newPassword: 'an even longer horse battery staple' },
  },
  request: { body: PasswordReset },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['BAD_REQUEST'],
  async handle({ body }, { services, clientNetwork }) {
    await resetPassword(body.token, body.newPassword, {
      encryptionKeys: services.config.ENCRYPTION_KEY,
      clientNetwork,
    })
    return reply(200, null, 'Password changed')
  },
})
