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
  summary: 'Rotate a named key',
  description:
    'The response contains the new secret, which is not shown again. The previous secret stays valid for ' +
    '`graceHours`; older secrets are revoked immediately. Returns 409 for an expired key, and for all but one of ' +
    'several simultaneous rotations.',
  example: { body: { graceHours: 24 } },
  request: { params: KeyParams, body: KeyRotation },
  response: KeyWithSecretResponse,
  envelope: 'success',
  errors: ['CONFLICT'],
  handle: async ({ params, body }, { projectId }) =>
    presentKeyWithSecret(await rotateKey(projectId, params.keyId, body.graceHours)),
})
