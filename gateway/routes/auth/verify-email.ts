import { z } from 'zod'
import { verifyAddress } from '../../../commands/users/verify-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { TokenBody } from '../../schemas/user.js'

export const verifyEmail = defineEndpoint({
  operationId: 'verifyEmailAddress',
  method: 'post',
  path: '/auth/verify-email',
  access: 'open',
  summary: 'Confirm an address with the token of the mail',
  description:
    'Needs no session, because the mail may be opened on another device. A token works once, within an hour.',
  example: { body: { token: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2' } },
  request: { body: TokenBody },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['BAD_REQUEST'],
  async handle({ body }) {
    await verifyAddress(body.token)
    return reply(200, null, 'The address is confirmed')
  },
})
