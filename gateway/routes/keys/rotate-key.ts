import { rotateKey } from '../../../commands/tenancy/keys/end-key.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentKeyWithSecret } from '../../presenters/key.js'
import { KeyParams, KeyRotation, KeyWithSecretResponse } from '../../schemas/key.js'

export const rotateKeyRoute = defineEndpoint({
  operationId: 'rotateKey',
  method: 'post',
  path: '/projects/:id/keys/:keyId/rotate',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Replace the secret of a named key',
  description:
    'The answer holds the new secret, which is not shown again. The secret before stays valid for `graceHours`; one ' +
    'from before an earlier rotation ends at once. A key that has expired is answered 409, and so is all but one of ' +
    'several rotations at the same moment.',
  example: { body: { graceHours: 24 } },
  request: { params: KeyParams, body: KeyRotation },
  response: KeyWithSecretResponse,
  envelope: 'success',
  errors: ['CONFLICT'],
  handle: async ({ params, body }, { projectId }) =>
    presentKeyWithSecret(await rotateKey(projectId, params.keyId, body.graceHours)),
})
