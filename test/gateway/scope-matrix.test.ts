import { expect } from 'chai'
import { takesSecretKey } from '../../gateway/http/access.js'
import { endpointName, scopeOf, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { buildDocument, documentPath } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { KEY_SCOPES, type KeyScope } from '../../models/domain/key-scope.js'
import { expectNothingChanges } from '../support/database.js'
import { call, isWrite, MARK } from '../support/endpoint-calls.js'
import { furnish, type Furnished } from '../support/example-records.js'
import { beginReset, createApiKey } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'

const withKey = allEndpoints.filter(({ access }) => takesSecretKey(access))

/** The scopes that do not follow from the method, written by hand and not from the code. */
const EXCEPTIONS: Record<string, KeyScope> = {
  'POST /v1/send': 'send',
  'POST /v1/verify': 'send',
  'POST /events/track': 'send',
  'POST /emails/:id/send-again': 'send',
  'POST /contacts/search': 'read',
  'POST /contacts/lookup': 'read',
  'POST /audiences/count': 'read',
  'POST /preview': 'read',
  'POST /templates/:id/preview': 'read',
  'GET /domains/:id/verify': 'full',
  'GET /projects/:id/webhook-secret': 'full',
}

const neededFor = (endpoint: AnyEndpoint): KeyScope =>
  EXCEPTIONS[endpointName(endpoint)] ?? (endpoint.method === 'get' ? 'read' : 'full')

describe('the scope that each endpoint needs', () => {
  it('follows from its method with few exceptions, and is absent when no secret key is accepted', () => {
    const declared = allEndpoints
      .filter(({ scope }) => scope)
      .map((endpoint) => [endpointName(endpoint), endpoint.scope])
    expect(Object.fromEntries(declared)).to.deep.equal(EXCEPTIONS)
    expect(allEndpoints.filter(({ scope, access }) => scope && !takesSecretKey(access))).to.deep.equal([])
  })

  it('never allows a change by a key that may only read', () => {
    const reading = withKey.filter((endpoint) => scopeOf(endpoint) === 'read')
    expect(reading.filter(isWrite).map(endpointName)).to.deep.equal([])
    expect(reading).not.to.have.length(0)
  })

  it('is documented in the reference', () => {
    const { paths = {} } = buildDocument(allEndpoints, 'http://localhost')
    for (const endpoint of allEndpoints) {
      const operation = paths[documentPath(endpoint.path)]?.[endpoint.method]
      const scope = takesSecretKey(endpoint.access) ? neededFor(endpoint) : undefined
      expect((operation as { 'x-key-scope'?: string } | undefined)?.['x-key-scope']).to.equal(scope)
      const sentence = scope === 'full' ? 'the scope `full` with' : `the scope \`${scope}\` or \`full\` with`
      if (scope) expect(operation?.description, endpointName(endpoint)).to.contain(sentence)
    }
  })
})

// A project that is being reset distinguishes a key without the scope from one that may make the request, and changes
// nothing.
describe(`access by scopes: ${withKey.length} endpoints, ${KEY_SCOPES.length} scopes`, () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let right: Furnished
  const secrets = new Map<KeyScope, string>()

  before(async () => {
    right = await furnish(MARK)
    const { id: projectId } = right.project
    // The use of a key is recorded once a minute.
    const lastUsedAt = new Date(Date.now() + 3_600_000)
    for (const scope of KEY_SCOPES) {
      secrets.set(scope, (await createApiKey({ projectId, scope, lastUsedAt })).secret)
    }
    await beginReset(projectId)
  })
  expectNothingChanges()

  for (const endpoint of withKey) {
    const needed = neededFor(endpoint)
    it(`${endpointName(endpoint)} accepts a key of the scope ${needed} or full, and no other`, async () => {
      for (const scope of KEY_SCOPES) {
        const res = await call(gateway, endpoint, right.names, { authorization: `Bearer ${secrets.get(scope)}` })
        const outcome = [res.status, res.code]
        if (scope !== 'full' && scope !== needed) {
          expect(outcome, scope).to.deep.equal([403, 'FORBIDDEN'])
          expect(res.details, scope).to.deep.equal({ scope, needed })
          expect(res.body.error.message, scope).to.contain(`the scope ${needed}`)
        } else if (isWrite(endpoint)) {
          expect(outcome, scope).to.deep.equal([403, 'PROJECT_DISABLED'])
          expect(res.details, scope).to.deep.equal({ reason: null })
        } else {
          expect(res.status, scope).to.equal(200)
        }
      }
    })
  }

  it('no endpoint for the public key or for sessions accepts a named key', async () => {
    const others = allEndpoints.filter(({ access }) => ['publicKey', 'user', 'member'].includes(access))
    for (const endpoint of others.filter((each) => !('isOffered' in each))) {
      const authorization = `Bearer ${secrets.get('full')}`
      const res = await call(gateway, endpoint, right.names, { authorization })
      expect(res.status, endpointName(endpoint)).to.equal(401)
    }
  })
})
