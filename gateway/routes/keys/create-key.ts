import { createKey } from '../../../commands/tenancy/keys/create-key.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentKeyWithSecret } from '../../presenters/key.js'
import { KeyWithSecretResponse, NewKeyBody } from '../../schemas/key.js'
import { ProjectParams } from '../../schemas/project.js'

export const createKeyRoute = defineEndpoint({
  operationId: 'createKey',
  method: 'post',
  path: '/projects/:id/keys',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Create a named secret key',
  description:
    'The response contains the secret, which is not shown again. You cannot change the scope or the expiry of a key ' +
    'later.',
  example: { body: { name: 'Web shop', scope: 'send', domains: ['news.example.org'] } },
  request: { params: ProjectParams, body: NewKeyBody },
  response: KeyWithSecretResponse,
  status: 201,
  envelope: 'success',
  quota: 'keys',
  errors: ['CONFLICT'],
  async handle({ body: { name, scope, domains, expiresAt } }, { project, caller: { userId: createdBy } }) {
    const end = expiresAt == null ? null : new Date(expiresAt)
    return presentKeyWithSecret(
      await createKey(project, { name, scope, domains: domains ?? null, expiresAt: end, createdBy }),
    )
  },
})
