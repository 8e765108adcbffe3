import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import jwt, { type SignOptions } from 'jsonwebtoken'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { Role } from '../../models/member.js'
import { JWT_SECRET } from '../support/config.js'
import { call, isWrite, MARK, triedWith, UNKNOWN_ID } from '../support/endpoint-calls.js'
import { furnish, type Furnished } from '../support/example-records.js'
import { everything, expectNothingChanges } from '../support/database.js'
import { beginReset, createMember } from '../support/factories.js'
import { sessionHeaders, useGateway, type TestGateway } from '../support/gateway.js'
import { inTurn } from '../support/runs.js'
import { useStripe } from '../support/stripe-server.js'
import { expectNotFound, namedRecords } from './expect-not-found.js'

type Headers = Record<string, string>
type Right = Furnished & { headers: { cookie: string; origin: string; 'x-project-id': string } }

const inProjects = allEndpoints.filter(({ access }) => access === 'project')
const ofUsers = allEndpoints.filter(({ access }) => access === 'user' || access === 'member')
const ofUsersAndKeys = allEndpoints.filter(({ access }) => access === 'memberOrKey')
const walked = [...inProjects, ...ofUsers, ...ofUsersAndKeys]
// The matrix of keys covers those in a project.
const named = namedRecords([...ofUsers, ...ofUsersAndKeys])
const forRoles = walked.filter(({ roles }) => roles)

const tokenIn = (cookie: string): string => cookie.slice('posthorn_session='.length)
const cookieOf = (token: string): Headers => ({ cookie: `posthorn_session=${token}` })
const claimsOf = ({ owner }: Right): object => ({ sub: owner._id, ver: owner.sessionVersion, sid: owner._id })
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (right: Right, changes: object = {}, options: SignOptions = { expiresIn: 3_600 }, secret = JWT_SECRET) =>
  cookieOf(jwt.sign({ ...claimsOf(right), ...changes }, secret, options))
// The password of the examples, which some acts ask for.
const ACTOR = { password: 'correct horse battery staple' }
const FOR_EVER = { iat: 1, exp: 9_999_999_999 }

/** The headers in place of valid ones, and the code that answers them on project endpoints where it is another one. */
const BAD_SESSIONS: [what: string, headers: (right: Right) => Headers, project?: string][] = [
  ['no credential', () => ({ cookie: '' })],
  ['another cookie', () => ({ cookie: 'session=abc; posthorn_sessions=abc' })],
  ['an empty cookie', () => cookieOf('')],
  ['two cookies of the name', ({ headers }) => ({ cookie: `${headers.cookie}; ${headers.cookie}` })],
  ['the name that it has with https', ({ headers }) => ({ cookie: `__Host-${headers.cookie}` })],
  ['nonsense in the cookie', () => cookieOf('nonsense.%00.{}')],
  ['a truncated cookie', ({ headers }) => cookieOf(tokenIn(headers.cookie).slice(0, -2))],
  [
    'the claims of another user under our signature',
    ({ headers }) => {
      const [head, , signature] = tokenIn(headers.cookie).split('.')
      const claims = base64({ sub: UNKNOWN_ID, ver: 1, sid: UNKNOWN_ID, ...FOR_EVER })
      return cookieOf([head, claims, signature].join('.'))
    },
  ],
  ['an expired cookie', (right) => signed(right, {}, { expiresIn: -1 })],
  ['a cookie that never expires', (right) => signed(right, {}, {})],
  ['a cookie that names no session', (right) => signed(right, { sid: undefined })],
  ['a cookie that names an ended session', (right) => signed(right, { sid: UNKNOWN_ID })],
  [
    'a cookie of an earlier session version',
    ({ owner }) => sessionHeaders({ ...owner, sessionVersion: owner.sessionVersion - 1 }),
  ],
  ['a cookie signed with another secret', (right) => signed(right, {}, undefined, `${JWT_SECRET}!`)],
  ['a cookie signed by another algorithm', (right) => signed(right, {}, { expiresIn: 3_600, algorithm: 'HS512' })],
  [
    'a cookie that claims to need no signature',
    (right) => cookieOf(`${base64({ alg: 'none', typ: 'JWT' })}.${base64({ ...claimsOf(right), ...FOR_EVER })}.`),
  ],
  ['a cookie of a deleted user', () => sessionHeaders({ _id: UNKNOWN_ID, sessionVersion: 1 })],
  [
    'the session as a key',
    ({ headers }) => ({ cookie: '', authorization: `Bearer ${tokenIn(headers.cookie)}` }),
    'INVALID_API_KEY',
  ],
  [
    'the public key',
    ({ project }) => ({ cookie: '', authorization: `Bearer ${project.publicKey}` }),
    'INVALID_API_KEY',
  ],
]

const withoutProject = (right: Right['headers']): Headers =>
  Object.fromEntries(Object.entries(right).filter(([name]) => name !== 'x-project-id'))

/** Headers that make a valid session unfit for an endpoint in a project: a key decides before the cookie. */
const UNFIT: [what: string, headers: (right: Right['headers']) => Headers, status: number, code: string][] = [
  ['an unknown key', (right) => ({ ...right, authorization: `Bearer sk_${'0'.repeat(64)}` }), 401, 'INVALID_API_KEY'],
  ['a malformed header', (right) => ({ ...right, authorization: 'Basic abc' }), 401, 'MISSING_AUTH'],
  ['no X-Project-Id', withoutProject, 400, 'BAD_REQUEST'],
  ['an empty X-Project-Id', (right) => ({ ...right, 'x-project-id': '' }), 400, 'BAD_REQUEST'],
]

// What the owner may do stands in the other tests.
const ROLES: Role[] = ['ADMIN', 'MEMBER']
const FOREIGN_ORIGINS: (string | undefined)[] = ['https://evil.io', undefined, 'null', 'http://127.0.0.1:3000.evil.io']
const UNKNOWN_PROJECTS = [UNKNOWN_ID, 'x', '{"$gt":""}']

const badSessionsOf = (endpoint: AnyEndpoint) => triedWith(endpoint, BAD_SESSIONS, 1)

const prepare = async (mark = MARK, ...endpoints: AnyEndpoint[]): Promise<Right> => {
  const furnished = await furnish(mark, ...endpoints)
  const { owner, project } = furnished
  return { ...furnished, headers: { ...sessionHeaders(owner), 'x-project-id': project.id } }
}

const send = (gateway: TestGateway, endpoint: AnyEndpoint, { names }: Pick<Furnished, 'names'>, headers: Headers) =>
  call(gateway, endpoint, names, headers)

describe(`access by sessions: ${walked.length} endpoints`, () => {
  it('covers every endpoint with a session', () => {
    const changing = walked.filter(({ method }) => method !== 'get')
    for (const some of [inProjects, ofUsers, ofUsersAndKeys, named, forRoles, changing])
      expect(some).to.not.have.length(0)
  })
})

describe('refused sessions, without any change', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })
  let theirs: Right
  let ours: Right

  before(async () => {
    theirs = await prepare()
    ours = await prepare('own')
  })
  expectNothingChanges()

  for (const endpoint of walked) {
    it(`${endpointName(endpoint)} answers 401 to ${badSessionsOf(endpoint).length} invalid sessions`, async () => {
      for (const [what, headers, project = 'UNAUTHORIZED'] of badSessionsOf(endpoint)) {
        const { cookie, ...rest }: Headers = { ...theirs.headers, ...headers(theirs) }
        const res = await send(gateway, endpoint, theirs, cookie ? { ...rest, cookie } : rest)
        expect(res.status, what).to.equal(401)
        expect(res.body.error.code, what).to.equal(endpoint.access === 'project' ? project : 'UNAUTHORIZED')
        expect(JSON.stringify(res.body), what).not.to.contain(MARK)
      }
    })

    if (endpoint.method === 'get') continue
    it(`${endpointName(endpoint)} answers 403 to a session on a foreign page`, async () => {
      const { origin: _own, ...rest } = ours.headers
      for (const origin of inTurn(FOREIGN_ORIGINS, walked.indexOf(endpoint), 1)) {
        const res = await send(gateway, endpoint, ours, origin === undefined ? rest : { ...rest, origin })
        expect(res.status, origin).to.equal(403)
        expect(res.body.error.code, origin).to.equal('FORBIDDEN')
      }
    })
  }

  for (const [turn, endpoint] of inProjects.entries()) {
    describe(`${endpointName(endpoint)} in a project`, () => {
      for (const [what, headers, status, code] of inTurn(UNFIT, turn, 1)) {
        it(`answers ${status} for ${what} with a valid session`, async () => {
          const res = await send(gateway, endpoint, ours, headers(ours.headers))
          expect([res.status, res.code]).to.deep.equal([status, code])
          if (status === 400) expect(res.body.error.message).to.contain('X-Project-Id')
        })
      }

      it('answers 403 for a project of other users, as for an unknown one', async () => {
        const answers = new Set<string>()
        for (const projectId of [theirs.project.id, ...inTurn(UNKNOWN_PROJECTS, turn, 1)]) {
          const res = await send(gateway, endpoint, theirs, { ...ours.headers, 'x-project-id': projectId })
          expect([res.status, res.body.error.code], projectId).to.deep.equal([403, 'PROJECT_ACCESS_DENIED'])
          const { requestId: _, ...error } = res.body.error
          answers.add(JSON.stringify(error))
        }
        expect(answers.size).to.equal(1)
        expect([...answers].join()).not.to.contain(MARK)
      })
    })
  }

  for (const record of named) {
    const { endpoint, kind } = record
    it(`${endpointName(endpoint)} answers a member of another project 404 to a ${kind}, as to an unknown one`, () =>
      expectNotFound(gateway, record, { ours, theirs, headers: ours.headers }))
  }
})

describe('the rights of a session in a project that is being reset', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })
  let right: Right

  before(async () => {
    right = await prepare()
    await beginReset(right.project.id)
  })
  expectNothingChanges()

  const inProject = walked.filter(({ access }) => access !== 'user')
  for (const endpoint of inProject) {
    it(`${endpointName(endpoint)} ${isWrite(endpoint) ? 'answers 403' : 'reads'}`, async () => {
      const res = await send(gateway, endpoint, right, right.headers)
      if (isWrite(endpoint)) {
        expect([res.status, res.body.error.code]).to.deep.equal([403, 'PROJECT_DISABLED'])
      } else {
        expect(res.status, JSON.stringify(res.body)).to.equal(200)
      }
    })
  }
})

describe('the rights of a session', () => {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings(), { isEmptied: 'before all' })
  let reader: Right
  let other: Right

  before(async () => {
    reader = await prepare('own')
    other = await prepare('own')
  })

  /** An answer about the last days changes at midnight: then the secret key gets the new one too. */
  const expectSameAnswer = async (endpoint: AnyEndpoint): Promise<void> => {
    const byKey = () => send(gateway, endpoint, reader, { authorization: `Bearer ${reader.project.secretKey}` })
    const [before, bySession] = [await byKey(), await send(gateway, endpoint, reader, reader.headers)]
    const expected = isDeepStrictEqual(bySession.body, before.body) ? before : await byKey()
    expect([expected.status, bySession.status], JSON.stringify(expected.body)).to.deep.equal([200, 200])
    expect(bySession.body).to.deep.equal(expected.body)
  }

  for (const endpoint of ofUsers) {
    it(`${endpointName(endpoint)} needs a session, and accepts no secret key instead`, async () => {
      const right = endpoint.method === 'get' ? reader : await prepare(MARK, endpoint)
      const authorization = `Bearer ${right.project.secretKey}`
      const res = await send(gateway, endpoint, right, { ...right.headers, cookie: '', authorization })
      expect([res.status, res.body.error?.code]).to.deep.equal([401, 'UNAUTHORIZED'])
      const signedIn = await send(gateway, endpoint, right, right.headers)
      // No service to sign in with is set up.
      const expected = endpoint.operationId === 'connectOauth' ? [404] : [200, 201, 202, 204]
      expect(signedIn.status, JSON.stringify(signedIn.body)).to.be.oneOf(expected)
    })
  }

  for (const endpoint of ofUsersAndKeys) {
    it(`${endpointName(endpoint)} accepts the secret key of the project, with the same answer as for the owner`, () =>
      expectSameAnswer(endpoint))

    it(`${endpointName(endpoint)} answers 404 to the key of another project, whatever session comes with it`, async () => {
      const { project, names, headers } = other
      const authorization = `Bearer ${reader.project.secretKey}`
      for (const beside of [{}, headers, reader.headers] as Headers[]) {
        const res = await send(gateway, endpoint, { names }, { ...beside, authorization })
        expect(res.status, JSON.stringify(res.body)).to.equal(404)
        expect(res.body.error).to.deep.include({ details: { resource: 'project', id: project.id } })
      }
    })

    it(`${endpointName(endpoint)} answers 401 to invalid keys, even together with a session`, async () => {
      const { secretKey, publicKey } = reader.project
      for (const authorization of [
        `Bearer ${publicKey}`,
        `Bearer ${secretKey.slice(0, -1)}${secretKey.endsWith('0') ? '1' : '0'}`,
        `Bearer pk${secretKey.slice(2)}`,
        `Basic ${secretKey}`,
        secretKey,
        '',
      ]) {
        const res = await send(gateway, endpoint, reader, { authorization })
        expect([res.status, res.body.error?.code], authorization.slice(0, 12)).to.deep.equal([401, 'UNAUTHORIZED'])
        const signedIn = await send(gateway, endpoint, reader, { ...reader.headers, authorization })
        expect(signedIn.status, authorization.slice(0, 12)).to.equal(200)
      }
    })
  }

  for (const endpoint of inProjects) {
    if (isWrite(endpoint) || endpoint.method !== 'get') {
      // The examples of the reference show that the secret key may do the same.
      it(`${endpointName(endpoint)} accepts the request of a member`, async () => {
        const right = await prepare('own', endpoint)
        const res = await send(gateway, endpoint, right, right.headers)
        expect(res.status, JSON.stringify(res.body)).to.be.oneOf([200, 201, 202, 204])
      })
      continue
    }
    it(`${endpointName(endpoint)} gives a member the same answer as the secret key`, () => expectSameAnswer(endpoint))
  }

  for (const endpoint of forRoles) {
    it(`${endpointName(endpoint)} is for ${endpoint.roles?.join(' and ')} alone`, async () => {
      const first = await prepare(MARK, endpoint)
      const members = await Promise.all(
        ROLES.map(async (role) => ({ role, member: await createMember({ projectId: first.project.id, role }, ACTOR) })),
      )
      const isAllowed = ({ role }: { role: Role }): boolean => endpoint.roles?.includes(role) ?? true
      const before = await everything()
      for (const { role, member } of members.filter((each) => !isAllowed(each))) {
        const res = await send(gateway, endpoint, first, { ...first.headers, ...sessionHeaders(member) })
        expect([res.status, res.code], role).to.deep.equal([403, 'FORBIDDEN'])
      }
      expect(await everything()).to.deep.equal(before)
      for (const [index, { role, member }] of members.filter(isAllowed).entries()) {
        // What one role has changed another one cannot change again.
        const right = index === 0 ? first : await prepare(MARK, endpoint)
        const acting = index === 0 ? member : await createMember({ projectId: right.project.id, role }, ACTOR)
        const res = await send(gateway, endpoint, right, { ...right.headers, ...sessionHeaders(acting) })
        expect(res.status, role).to.be.below(400)
      }
    })
  }
})
