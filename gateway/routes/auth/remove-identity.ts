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
  summary: 'Disconnect an external account',
  description:
    'The external account can no longer sign in. Ends all other sessions, because they may come from it; this one ' +
    'continues with a new cookie. Returns 409 if it is the only way to sign in. ' +
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
