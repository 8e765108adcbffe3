import { z } from 'zod'
import { removeIdentity } from '../../../commands/accounts/users/identities.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { askWho, ASKS_WHO } from '../../http/request/presence.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { IdentityParams, PresenceBody } from '../../schemas/user.js'

export const removeIdentityRoute = defineEndpoint({
  operationId: 'removeIdentity',
  method: 'delete',
  path: '/auth/identities/:provider',
  access: 'user',
  summary: 'Remove the account of another service',
  description:
    'The account cannot sign in any more, and all other sessions end, because they may come from it; this one ' +
    'continues with a new cookie. Answers 409 for the only way to sign in to an account without a password. ' +
    ASKS_WHO,
  limit: 'account',
  example: { body: { password: 'correct horse battery staple' } },
  request: { params: IdentityParams, body: PresenceBody },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'FORBIDDEN', 'INVALID_CREDENTIALS'],
  async handle({ params, body }, context) {
    await askWho(body, context)
    const user = await removeIdentity(context.user, params.provider)
    return reply(200, null, 'Removed', (await signIn(user, context)).headers)
  },
})
