import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import { listen } from './listen.js'

/** Who signs in at the service, and what it says of the address. */
export interface Person {
  subject: string
  email: string
  verified: boolean
}

/** A service that users sign in by: OpenID Connect as Google speaks it, and OAuth with an API as GitHub does. */
export interface SignInServer {
  readonly url: string
  /** Who signs in next. */
  person: Person
  /** Changes the claims of the next ID tokens. */
  claims: Record<string, unknown>
  /** The requests to the endpoint of tokens. */
  readonly tokenRequests: URLSearchParams[]
}

interface Grant {
  challenge: string
  redirectUri: string
  nonce: string
}

/** Starts the service for the tests of a `describe`. */
export function useSignInServer(credentials: { id: string; secret: string }): SignInServer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const grants = new Map<string, Grant>()
  const tokenRequests: URLSearchParams[] = []
  let url = ''
  const state = { person: { subject: '1', email: 'joan@example.com', verified: true }, claims: {} }

  const json = (res: ServerResponse, body: unknown, status = 200): void => {
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  const authorize = (query: URLSearchParams, res: ServerResponse): void => {
    const code = randomUUID()
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== credentials.id || query.get('code_challenge_method') !== 'S256') {
      return json(res, { error: 'invalid_request' }, 400)
    }
    grants.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, nonce: query.get('nonce') ?? '' })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    res.writeHead(302, { Location: back.href }).end()
  }
  const token = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const form = new URLSearchParams(await text(req))
    tokenRequests.push(form)
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = form.get('client_secret') === credentials.secret && form.get('redirect_uri') === grant?.redirectUri
    if (!grant || !isRight || challenge !== grant.challenge) return json(res, { error: 'invalid_grant' }, 400)
    const { subject: sub, email, verified } = state.person
    const times = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 60 }
    const own = { iss: url, aud: credentials.id, sub, email, email_verified: verified, nonce: grant.nonce, ...times }
    const idToken = jwt.sign({ ...own, ...state.claims }, privateKey, { algorithm: 'RS256', keyid: 'one' })
    json(res, {
      access_token: 'access',
      token_type: 'bearer',
      scope: 'openid',
      ...(grant.nonce ? { id_token: idToken } : {}),
    })
  }
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', url)
    if (pathname === '/.well-known/openid-configuration') {
      return json(res, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (pathname === '/keys') {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
      return json(res, { keys: [key] })
    }
    if (pathname === '/authorize' || pathname === '/login/oauth/authorize') return authorize(searchParams, res)
    if (pathname === '/token' || pathname === '/login/oauth/access_token') return void token(req, res)
    const { subject, email, verified } = state.person
    if (pathname === '/user') return json(res, { id: Number(subject), login: 'joan' })
    if (pathname === '/user/emails') {
      return json(res, [
        { email: 'other@example.com', primary: false, verified: true },
        { email, primary: true, verified },
      ])
    }
    json(res, {}, 404)
  })
  before(async () => {
    url = `http://127.0.0.1:${await listen(server)}`
  })
  beforeEach(() => {
    state.person = { subject: '1', email: 'joan@example.com', verified: true }
    state.claims = {}
    tokenRequests.splice(0)
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.defineProperty(Object.assign(state, { tokenRequests }), 'url', { get: () => url }) as SignInServer
}
