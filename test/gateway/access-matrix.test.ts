import { expect } from 'chai'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import { disableProject } from '../../commands/projects/switch-project.js'
import { call, EXAMPLES, isWrite, MARK, parametersOf, triedWith, UNKNOWN_ID, urlOf } from '../support/endpoint-calls.js'
import { furnish, type Furnished } from '../support/example-records.js'
import { expectNothingChanges } from '../support/database.js'
import { useGateway } from '../support/gateway.js'
import { expectNotFound, namedRecords } from './expect-not-found.js'

const keyed = allEndpoints.filter(({ access }) => ['publicKey', 'secretKey', 'project'].includes(access))
const open = allEndpoints.filter(({ access }) => access === 'open')
const named = namedRecords(keyed)

/** The invalid credential, and the code that answers it for each access. */
const CREDENTIALS: {
  what: string
  headers: (keys: { own: string; other: string }) => Record<string, string>
  code: (endpoint: AnyEndpoint) => string
}[] = [
  {
    what: 'no credential',
    headers: () => ({}),
    code: ({ access }) => (access === 'project' ? 'UNAUTHORIZED' : 'MISSING_AUTH'),
  },
  { what: 'an empty header', headers: () => ({ authorization: '' }), code: () => 'MISSING_AUTH' },
  { what: 'a scheme alone', headers: () => ({ authorization: 'Bearer' }), code: () => 'MISSING_AUTH' },
  { what: 'another scheme', headers: ({ own }) => ({ authorization: `Basic ${own}` }), code: () => 'MISSING_AUTH' },
  { what: 'no scheme', headers: ({ own }) => ({ authorization: own }), code: () => 'MISSING_AUTH' },
  {
    what: 'two keys',
    headers: ({ own }) => ({ authorization: `Bearer ${own}, Bearer ${own}` }),
    code: () => 'MISSING_AUTH',
  },
  {
    what: 'the other key of the project',
    headers: ({ other }) => ({ authorization: `Bearer ${other}` }),
    code: () => 'INVALID_API_KEY',
  },
  {
    what: 'a key that is off by a digit',
    headers: ({ own }) => ({ authorization: `Bearer ${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}` }),
    code: () => 'INVALID_API_KEY',
  },
  {
    what: 'the key of the right length with the other prefix',
    headers: ({ own }) => ({ authorization: `Bearer ${own.startsWith('pk') ? 'sk' : 'pk'}${own.slice(2)}` }),
    code: () => 'INVALID_API_KEY',
  },
  {
    what: 'a key in capitals',
    headers: ({ own }) => ({ authorization: `Bearer ${own.toUpperCase()}` }),
    code: () => 'INVALID_API_KEY',
  },
]

const credentialsOf = (endpoint: AnyEndpoint) => triedWith(endpoint, CREDENTIALS, 1)
const cases = keyed.flatMap(credentialsOf).length + named.length * 2 + open.length * 2
const title = `access by keys: ${keyed.length} endpoints, ${cases} cases`

const keyFor = (endpoint: AnyEndpoint, { publicKey, secretKey }: CreatedProject) =>
  endpoint.access === 'publicKey' ? { own: publicKey, other: secretKey } : { own: secretKey, other: publicKey }

describe(title, () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let theirs: Furnished
  let ours: Furnished

  before(async () => {
    theirs = await furnish(MARK)
    ours = await furnish('own')
  })
  expectNothingChanges()

  it('covers every endpoint with a key', () => {
    expect(keyed.length).to.be.above(0)
    expect(named.length).to.be.above(0)
    expect(cases).to.be.above(keyed.length * 3)
  })

  for (const endpoint of keyed) {
    it(`${endpointName(endpoint)} answers 401 to ${credentialsOf(endpoint).length} invalid credentials`, async () => {
      for (const { what, headers, code } of credentialsOf(endpoint)) {
        const res = await call(gateway, endpoint, theirs.names, headers(keyFor(endpoint, theirs.project)))
        expect(res.status, what).to.equal(401)
        expect(res.body.error.code, what).to.equal(code(endpoint))
        expect(res.headers.get('www-authenticate'), what).to.equal('Bearer')
        expect(JSON.stringify(res.body), what).not.to.contain(MARK)
      }
    })

    if (parametersOf(endpoint).length > 0 || endpoint.method !== 'get') continue
    it(`${endpointName(endpoint)} shows nothing of another project`, async () => {
      const { own } = keyFor(endpoint, ours.project)
      const res = await call(gateway, endpoint, ours.names, { authorization: `Bearer ${own}` })
      expect(res.status).to.equal(200)
      expect(JSON.stringify(res.body)).not.to.contain(MARK)
    })
  }

  for (const record of named) {
    const { endpoint, kind } = record
    it(`${endpointName(endpoint)} answers 404 to the ${kind} of another project, as to an unknown one`, async () => {
      const { own } = keyFor(endpoint, ours.project)
      await expectNotFound(gateway, record, { ours, theirs, headers: { authorization: `Bearer ${own}` } })
    })
  }
})

describe('access by keys to a project that is disabled, and without any', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let disabled: Furnished

  before(async () => {
    disabled = await furnish(MARK)
    await disableProject(disabled.project.id, 'MANUAL')
  })
  expectNothingChanges()

  // The matrix of scopes covers those that accept a secret key.
  for (const endpoint of keyed.filter(({ access }) => access === 'publicKey')) {
    const does = isWrite(endpoint) ? 'answers 403' : 'reads'
    it(`${endpointName(endpoint)} of a disabled project ${does}`, async () => {
      const { own } = keyFor(endpoint, disabled.project)
      const res = await call(gateway, endpoint, disabled.names, { authorization: `Bearer ${own}` })
      if (isWrite(endpoint)) {
        expect(res.status).to.equal(403)
        expect(res.body.error).to.deep.include({ code: 'PROJECT_DISABLED', details: { reason: 'MANUAL' } })
      } else {
        expect(res.status, JSON.stringify(res.body)).to.equal(200)
      }
    })
  }

  for (const endpoint of open) {
    it(`${endpointName(endpoint)} needs no credential, and accepts an invalid one without an error`, async () => {
      const url = urlOf(endpoint, EXAMPLES, () => UNKNOWN_ID)
      for (const headers of [{}, { authorization: 'Bearer x' }] as Record<string, string>[]) {
        const res = await call(gateway, endpoint, EXAMPLES, headers, { url, body: {} })
        expect(res.status).to.be.below(500)
        expect(res.status).not.to.equal(401)
      }
    })
  }
})
