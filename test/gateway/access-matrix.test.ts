import { expect } from 'chai'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { call, EXAMPLES, isWrite, MARK, parametersOf, triedWith, UNKNOWN_ID, urlOf } from '../support/endpoint-calls.js'
import { furnish, type Furnished } from '../support/example-records.js'
import { expectNothingChanges } from '../support/database.js'
import { beginReset } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { expectNotFound, namedRecords } from './expect-not-found.js'

const keyed = allEndpoints.filter(({ access }) => ['publicKey', 'secretKey', 'project'].includes(access))
const open = allEndpoints.filter(({ access }) => access === 'open')
const named = namedRecords(keyed)

type Header = (own: string, other: string) => string | undefined

const NO_KEY: [what: string, header: Header][] = [
  ['no credential', () => undefined],
  ['an empty header', () => ''],
  ['a scheme alone', () => 'Bearer'],
  ['another scheme', (own) => `Basic ${own}`],
  ['no scheme', (own) => own],
  ['two keys', (own) => `Bearer ${own}, Bearer ${own}`],
]
const WRONG_KEYS: [what: string, header: Header][] = [
  ['the other key of the project', (_own, other) => `Bearer ${other}`],
  ['a key that is off by a digit', (own) => `Bearer ${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`],
  ['a key with the other prefix', (own) => `Bearer ${own.startsWith('pk') ? 'sk' : 'pk'}${own.slice(2)}`],
  ['a key in capitals', (own) => `Bearer ${own.toUpperCase()}`],
]
/** The invalid credentials, and the code that answers each. */
const CREDENTIALS = [
  ...NO_KEY.map(([what, header]) => ({ what, header, code: 'MISSING_AUTH' })),
  ...WRONG_KEYS.map(([what, header]) => ({ what, header, code: 'INVALID_API_KEY' })),
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
      const { own, other } = keyFor(endpoint, theirs.project)
      for (const { what, header, code } of credentialsOf(endpoint)) {
        const authorization = header(own, other)
        const isSession = endpoint.access === 'project' && authorization === undefined
        const res = await call(gateway, endpoint, theirs.names, authorization === undefined ? {} : { authorization })
        expect(res.status, what).to.equal(401)
        expect(res.body.error.code, what).to.equal(isSession ? 'UNAUTHORIZED' : code)
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

describe('access by keys to a project that is being reset, and without any', () => {
  const gateway = useGateway({}, { isEmptied: 'before all' })
  let disabled: Furnished

  before(async () => {
    disabled = await furnish(MARK)
    await beginReset(disabled.project.id)
  })
  expectNothingChanges()

  // The matrix of scopes covers those that accept a secret key.
  for (const endpoint of keyed.filter(({ access }) => access === 'publicKey')) {
    const does = isWrite(endpoint) ? 'answers 403' : 'reads'
    it(`${endpointName(endpoint)} of a project that is being reset ${does}`, async () => {
      const { own } = keyFor(endpoint, disabled.project)
      const res = await call(gateway, endpoint, disabled.names, { authorization: `Bearer ${own}` })
      if (isWrite(endpoint)) {
        expect(res.status).to.equal(403)
        expect(res.body.error).to.deep.include({ code: 'PROJECT_DISABLED', details: { reason: null } })
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
