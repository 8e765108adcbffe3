import { z } from 'zod'
import { removeIdentity } from '../../../commands/users/identities.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { IdentityParams } from '../../schemas/user.js'

export const removeIdentityRoute = defineEndpoint({
  operationId: 'removeIdentity',
  method: 'delete',
  path: '/auth/identities/:provider',
  access: 'user',
  summary: 'Remove the account of another service',
  description:
    'The account cannot sign in any more, and all other sessions end, because they may come from it; this one ' +
    'continues with a new cookie. Answers 409 for the only way to sign in to an account without a password.',
  request: { params: IdentityParams },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, context) {
    const user = await removeIdentity(context.user, params.provider)
    return reply(200, null, 'Removed', (await signIn(user, context)).headers)
  },
})
