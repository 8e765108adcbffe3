import { expect } from 'chai'
import { beginSession } from '../../../commands/accounts/users/sessions.js'
import { Member } from '../../../models/member.js'
import { User, type UserRecord } from '../../../models/user.js'
import { testConfig } from '../../support/config.js'
import { createInvitation, createProject, createUser } from '../../support/factories.js'
import { sessionHeaders, useGateway, type TestGateway } from '../../support/gateway.js'
import { lastTokenTo, mailsToUsers } from '../../support/platform-mails.js'
import { useSignInServer } from '../../support/sign-in-server.js'

const CLIENT = { id: 'client', secret: 'secret of the client' }
const PAGES = 'https://app.example.com'

describe('signing in by another service', () => {
  const service = useSignInServer(CLIENT)
  const settings = (more: { DISABLE_SIGNUPS?: boolean; GATEWAY_URL?: string } = {}) => ({
    ...more,
    DASHBOARD_URL: PAGES,
    PLATFORM_FROM: 'posthorn@example.com',
    GITHUB_CLIENT_ID: CLIENT.id,
    GITHUB_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    get GITHUB_URL() {
      return service.url
    },
    get GITHUB_API_URL() {
      return service.url
    },
    get GOOGLE_ISSUER_URL() {
      return service.url
    },
  })
  const gateway = useGateway(settings(), { isEmptied: 'before each' })
  const secure = useGateway(settings({ GATEWAY_URL: 'https://mail.acme.io/posthorn' }))
  const closed = useGateway(settings({ DISABLE_SIGNUPS: true }))

  const get = (at: TestGateway, path: string, cookie: string) =>
    fetch(`${at.origin}${path}`, { headers: { cookie }, redirect: 'manual' })
  const cookiesOf = (res: Response): string[] => res.headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
  /** Begins a sign-in as a browser; returns where the service sends it back, and its cookie. */
  const begin = async (provider: string, at = gateway) => {
    const begun = await get(at, `/oauth/${provider}`, '')
    const authorized = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' })
    const { pathname, search } = new URL(authorized.headers.get('location') ?? '')
    return { callback: pathname + search, cookie: cookiesOf(begun).join('; '), begun }
  }
  const beginConnecting = (provider: string, headers: Record<string, string>) =>
    fetch(`${gateway.origin}/oauth/${provider}`, { method: 'POST', headers })
  /** Connects the account of the service to a user, as the dashboard does. */
  const connect = async (provider: string, user: UserRecord, comesBackWith?: { cookie: string }) => {
    const headers = sessionHeaders(user, testConfig(settings()))
    const begun = await beginConnecting(provider, headers)
    const { data } = (await begun.json()) as { data: { location: string } }
    const authorized = await fetch(data.location, { redirect: 'manual' })
    const { pathname, search } = new URL(authorized.headers.get('location') ?? '')
    const { cookie: session } = comesBackWith ?? headers
    const res = await get(gateway, pathname + search, [session, ...cookiesOf(begun)].join('; '))
    const cookie = cookiesOf(res).find((each) => each.startsWith('posthorn_session='))
    return { location: res.headers.get('location'), cookie }
  }
  const signIn = async (provider: string, { session = '', at = gateway } = {}) => {
    const { callback, cookie } = await begin(provider, at)
    const res = await get(at, callback, [cookie, session].filter(Boolean).join('; '))
    const signedIn = cookiesOf(res).find((each) => each.startsWith('posthorn_session='))
    return { location: res.headers.get('location'), status: res.status, cookie: signedIn }
  }

  const refusedFor = (error: string) => ({ location: `${PAGES}/sign-in?error=${error}`, cookie: undefined })
  const userOf = async ({ cookie = '' }: { cookie?: string | undefined }) =>
    (await gateway.as().get('/users/@me', { cookie })).body

  for (const provider of ['github', 'google']) {
    it(`${provider}: creates an account of a verified address, which joins its projects, and knows it again`, async () => {
      const { id: projectId } = await createProject()
      await createInvitation({ projectId, email: 'joan@example.com' })
      const first = await signIn(provider)
      expect(first).to.include({ status: 302, location: `${PAGES}/` })
      const me = await userOf(first)
      expect(me).to.include({ email: 'joan@example.com', emailVerified: true })
      expect(await Member.countDocuments({ projectId, userId: me.id })).to.equal(1)

      // The account stays the same when the address changes at the service.
      service.person = { ...service.person, email: 'renamed@example.com' }
      expect((await userOf(await signIn(provider))).id).to.equal(me.id)
      expect(await User.countDocuments()).to.equal(1)
      const login = await gateway.as().post('/auth/login', { email: 'joan@example.com', password: 'anything at all' })
      expect(login.status).to.equal(401)
    })

    it(`${provider}: takes over no account, and creates none for an unverified address`, async () => {
      await createUser({ email: 'joan@example.com' })
      expect(await signIn(provider)).to.include(refusedFor('account_exists'))
      service.person = { subject: '2', email: 'mallory@example.com', verified: false }
      expect(await signIn(provider)).to.include(refusedFor('email_not_verified'))
      expect(await User.countDocuments()).to.equal(1)
    })
  }

  it('connects the account of the service with the signed-in user, who can then sign in by both, and mails it', async () => {
    const user = await createUser({ email: 'joan@example.com' })
    service.person = { subject: '7', email: 'private@example.org', verified: false }
    for (const provider of ['google', 'github']) {
      const location = `${PAGES}/account?connected=${provider}`
      expect(await connect(provider, user)).to.deep.equal({ location, cookie: undefined })
      expect((await userOf(await signIn(provider))).id).to.equal(user._id)
    }
    const mails = (await mailsToUsers(user.email)).map(({ kind, link }) => `${kind} ${link}`)
    expect(mails).to.deep.equal(Array(2).fill(`connected ${PAGES}/account`))
    // Connecting it again changes nothing.
    expect((await connect('github', user)).location).to.equal(`${PAGES}/account?connected=github`)
    expect(await mailsToUsers(user.email)).to.have.length(2)
    const { body } = await gateway.signedIn(user).get('/auth/identities')
    const known = body.data.map(({ provider, email }: Record<string, string>) => `${provider} ${email}`)
    expect(known).to.deep.equal(['google private@example.org', 'github private@example.org'])
  })

  it('connects one account of a service, to one user, whose address is confirmed', async () => {
    const [joan, ada] = [await createUser(), await createUser()]
    const unproved = await createUser({ emailVerified: false })
    for (const [user, subject, outcome] of [
      [unproved, '7', 'error=account_not_verified'],
      [joan, '7', 'connected=github'],
      [ada, '7', 'error=identity_taken'],
      [joan, '8', 'error=service_connected'],
    ] as const) {
      service.person = { subject, email: 'x@example.org', verified: true }
      expect((await connect('github', user)).location).to.equal(`${PAGES}/account?${outcome}`)
    }
    expect(await User.countDocuments({ 'identities.subject': { $exists: true } })).to.equal(1)
  })

  it('connects nothing unless one of our pages requests it by POST, for the same session', async () => {
    const [user, other] = [await createUser(), await createUser()]
    const { cookie, origin } = sessionHeaders(user, testConfig(settings()))
    service.person = { subject: '666', email: 'mallory@example.com', verified: true }
    const begin = async (headers: Record<string, string>) => (await beginConnecting('github', headers)).status
    expect(await begin({ origin })).to.equal(401)
    const foreign: Record<string, string>[] = [{}, { origin: 'https://evil.example' }, { origin: 'null' }]
    foreign.push({ origin: 'null', 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' })
    for (const headers of foreign) expect(await begin({ cookie, ...headers }), JSON.stringify(headers)).to.equal(403)
    const own: Record<string, string>[] = [{ origin }, { origin: PAGES }]
    own.push({ origin: 'null', 'sec-fetch-site': 'same-origin' })
    for (const headers of own) expect(await begin({ cookie, ...headers }), JSON.stringify(headers)).to.equal(200)
    // Following a link signs in, and connects nothing to the signed-in user.
    await signIn('github', { session: cookie })
    expect(await User.findOne({ email: 'mallory@example.com' }).lean()).not.to.equal(null)
    service.person = { subject: '667', email: 'ada@example.com', verified: true }
    // Another user, the same user after another sign-in, and no user.
    const config = testConfig(settings())
    const { _id: laterId } = await beginSession(user._id, { userAgent: 'x', clientNetwork: 'a network' })
    for (const back of [sessionHeaders(other, config), sessionHeaders(user, config, laterId), { cookie: '' }])
      expect((await connect('google', user, back)).location).to.equal(`${PAGES}/account?error=oauth_failed`)
    for (const { _id } of [user, other]) expect(await User.findById(_id).lean()).not.to.have.property('identities')
  })

  it('a removed identity cannot sign in, and its sessions end; the only way to sign in cannot be removed', async () => {
    const user = await createUser({ email: 'joan@example.com' })
    await connect('github', user)
    const { cookie: theirs = '' } = await signIn('github')
    const client = gateway.signedIn(user)
    expect((await client.delete('/auth/identities/google')).status).to.equal(404)
    const removed = await client.delete('/auth/identities/github')
    expect(removed).to.deep.include({ status: 200, body: { success: true, data: null, message: 'Removed' } })
    const next = (removed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    expect((await gateway.as().get('/users/@me', { cookie: theirs })).status).to.equal(401)
    expect((await gateway.as().get('/auth/identities', { cookie: next })).body.data).to.deep.equal([])
    expect(await signIn('github')).to.include(refusedFor('account_exists'))

    service.person = { subject: '9', email: 'only@example.com', verified: true }
    const { cookie = '' } = await signIn('google')
    const { origin } = sessionHeaders(user, testConfig(settings()))
    const res = await gateway.as().request('DELETE', '/auth/identities/google', undefined, { cookie, origin })
    expect(res).to.include({ status: 409, code: 'CONFLICT' })
    expect(res.body.error.suggestion).to.contain('request-password-reset')
    expect((await signIn('google')).location).to.equal(`${PAGES}/`)
  })

  it('an account of an unconfirmed address is claimed by a user whose address the service has verified', async () => {
    const email = 'joan@example.com'
    const password = 'the phrase of the attacker'
    const prepared = await createUser({ email, password, emailVerified: false, networks: ['a network'] })
    const { cookie: attackers } = sessionHeaders(prepared, testConfig(settings()))
    const signedIn = await signIn('github')
    expect(signedIn.location).to.equal(`${PAGES}/`)
    expect(await userOf(signedIn)).to.include({ id: prepared._id, emailVerified: true })
    expect((await gateway.as().get('/users/@me', { cookie: attackers })).status).to.equal(401)
    expect((await gateway.as().post('/auth/login', { email, password })).status).to.equal(401)
    expect(await User.findById(prepared._id).lean())
      .to.include({ passwordHash: null })
      .and.not.have.property('networks')
  })

  it('an identity from before a reset cannot sign in', async () => {
    const user = await createUser({ email: 'joan@example.com' })
    await connect('github', user)
    await gateway.as().post('/auth/request-password-reset', { email: user.email })
    const reset = { token: await lastTokenTo(user.email), newPassword: 'the phrase of the owner' }
    expect((await gateway.as().post('/auth/reset-password', reset)).status).to.equal(200)
    expect(await signIn('github')).to.include(refusedFor('account_exists'))
  })

  it('refuses a sign-in with another state, browser, nonce, audience or issuer, or a used code', async () => {
    const { location: failed } = refusedFor('oauth_failed')
    const { callback, cookie } = await begin('google')
    const other = await begin('google')
    const locationOf = async (path: string, sent: string) => (await get(gateway, path, sent)).headers.get('location')
    for (const sent of ['', other.cookie]) expect(await locationOf(callback, sent)).to.equal(failed)
    const denied = '/oauth/google/callback?error=access_denied'
    for (const path of [callback.replace(/state=[^&]+/, 'state=x'), denied, callback.replace('google', 'github')])
      expect(await locationOf(path, cookie)).to.equal(failed)
    expect(await locationOf(callback, cookie)).to.equal(`${PAGES}/`)
    expect(await locationOf(callback, cookie)).to.equal(failed)
    for (const claims of [{ nonce: 'x' }, { aud: 'x' }, { iss: 'https://x.example' }, { exp: 1 }]) {
      service.claims = claims
      expect((await signIn('google')).location, JSON.stringify(claims)).to.equal(failed)
    }
    expect(await User.countDocuments()).to.equal(1)
  })

  it('accepts the longest parameters of a service, and refuses longer ones with their names', async () => {
    const lengths = { code: 1_024, state: 512, iss: 512, error: 512, error_description: 1_024 }
    const callback = (more: number): string => {
      const parts = Object.entries(lengths).map(([name, length]) => `${name}=${'%20'.repeat(length + more)}`)
      return `/oauth/google/callback?${parts.join('&')}`
    }
    const { location } = refusedFor('oauth_failed')
    expect((await get(gateway, callback(0), '')).headers.get('location')).to.equal(location)
    expect((await get(gateway, callback(1), '')).status).to.equal(400)
  })

  it('a sign-in uses PKCE, and keeps its secrets in a cookie for these pages only', async () => {
    const { begun } = await begin('github')
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).to.match(/^posthorn_oauth=[^;]+; Max-Age=600; Path=\/oauth; HttpOnly; SameSite=Lax$/)
    const [ofHttps = ''] = (await begin('github', secure)).begun.headers.getSetCookie()
    expect(ofHttps).to.match(/^__Secure-posthorn_oauth=[^;]+; .*Path=\/posthorn\/oauth; .*SameSite=Lax; Secure$/)
    const twice = await begin('github')
    const refused = await get(gateway, twice.callback, `${twice.cookie}; ${cookie.split(';')[0]}`)
    expect(refused.headers.get('location')).to.equal(refusedFor('oauth_failed').location)
    await signIn('github')
    expect(service.tokenRequests[0]?.get('code_verifier')).to.match(/^[\w-]{43,}$/)
  })

  it('creates no account when sign-ups are off, unless the address is invited, and one by several sign-ins at once', async () => {
    expect(await signIn('github', { at: closed })).to.include(refusedFor('signups_disabled'))
    const { id: projectId } = await createProject()
    await createInvitation({ projectId, email: 'joan@example.com' })
    expect(await signIn('github', { at: closed })).to.include({ location: `${PAGES}/` })
    service.person = { subject: '5', email: 'several@example.com', verified: true }
    await Promise.all(Array.from({ length: 5 }, () => signIn('google')))
    expect(await User.countDocuments({ email: 'several@example.com' })).to.equal(1)
  })
})

describe('signing in by a service that is not set up', () => {
  const gateway = useGateway()

  it('answers 404, and the configuration does not list the service', async () => {
    for (const path of ['/oauth/github', '/oauth/google/callback', '/oauth/facebook']) {
      const res = await gateway.as().get(path)
      expect(res.status, JSON.stringify(res.body)).to.equal(404)
    }
    expect((await gateway.as().get('/auth/oauth-config')).body.data).to.deep.equal({ github: false, google: false })
  })
})
