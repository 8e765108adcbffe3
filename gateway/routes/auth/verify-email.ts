import { z } from 'zod'
import { verifyAddress } from '../../../commands/accounts/users/verify-address.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { signedInUser, signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { VerificationBody } from '../../schemas/user.js'

export const verifyEmailRoute = defineEndpoint({
  operationId: 'verifyEmailAddress',
  method: 'post',
  path: '/auth/verify-email',
  access: 'open',
  summary: 'Confirm an email address with an emailed token',
  description:
    'The token confirms the address, but someone else may have created the account. The request therefore requires ' +
    'the session of the account or its `password`; or, from any device, `newPassword`, which revokes the old ' +
    'password, all sessions and every other earlier credential, including API keys of projects created in the ' +
    'account. Without one of the three, the response is 401 and the token stays valid. Wrong passwords count as ' +
    'failed sign-in attempts. A token works once, within an hour. A token of `POST /auth/change-email` changes the ' +
    'address, with the session or the password: it ends all other sessions, and this one continues with a new ' +
    'cookie.',
  example: {
    body: { token: 'h1n0kS3vXq6Zb2m5rT8wY1uC4eF7gJ0lN3pQ6sV9xA2', newPassword: 'correct horse battery staple' },
  },
  limit: 'account',
  request: { body: VerificationBody },
  response: z.null(),
  statuses: [200],
  envelope: 'success',
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'INVALID_CREDENTIALS', 'CONFLICT'],
  async handle({ body: { token, ...proof } }, context) {
    const { clientNetwork, services } = context
    const { ENCRYPTION_KEY: encryptionKeys } = services.config
    const signedInAs = await signedInUser(context)
    const changed = await verifyAddress(token, { ...proof, clientNetwork, encryptionKeys, signedInAs })
    const isSignedIn = changed !== null && signedInAs?._id === changed._id
    const cookie = isSignedIn ? (await signIn(changed, context)).headers : undefined
    return reply(200, null, changed ? 'Email address changed' : 'Email address confirmed', cookie)
  },
})
