import { z } from 'zod'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentIdentity } from '../../presenters/identity.js'
import { IdentityResponse } from '../../schemas/user.js'

export const listIdentitiesRoute = defineEndpoint({
  operationId: 'listIdentities',
  method: 'get',
  path: '/auth/identities',
  access: 'user',
  summary: 'List connected accounts',
  description: 'Connect an account with `POST /oauth/{provider}`. The user gets an email about it.',
  response: z.array(IdentityResponse),
  envelope: 'success',
  errors: [],
  async handle(_input, { user }) {
    return (user.identities ?? []).map(presentIdentity)
  },
})
