import { LRUCache } from 'lru-cache'
import type * as Oauth from 'openid-client'
import { z } from 'zod'
import type { ExternalProfile } from '../../commands/accounts/users/sign-in-externally.js'
import { notFound } from '../../models/domain/errors.js'
import { isLoopback } from '../../runtime/loopback.js'
import type { Config } from '../../runtime/config.js'

const OAUTH_PROVIDERS = ['github', 'google'] as const

/** A service that users can sign in by. */
export type OauthProvider = (typeof OAUTH_PROVIDERS)[number]

/**
 * The secrets of one sign-in, which the browser sends back: the state of OAuth, the verifier of PKCE (RFC 7636) and the
 * nonce of OpenID.
 */
export interface OauthChecks {
  state: string
  verifier: string
  nonce: string
}

const HOUR_MS = 3_600_000
const SCOPES: Record<OauthProvider, string> = { github: 'read:user user:email', google: 'openid email' }
const GitHubUser = z.object({ id: z.int() })
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const OpenIdClaims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})

// A service seldom changes its endpoints, so that a sign-in need not ask for them.
const configurations = new LRUCache<string, Oauth.Configuration>({ max: 10, ttl: HOUR_MS })

/** Whether an installation has the credentials of a service. */
export function offersProvider(provider: OauthProvider, config: Config): boolean {
  return (provider === 'github' ? config.GITHUB_CLIENT_ID : config.GOOGLE_CLIENT_ID) !== undefined
}

/** The service of a path. Throws RESOURCE_NOT_FOUND for one that is unknown or not set up. */
export function requireProvider(name: string, config: Config): OauthProvider {
  const provider = OAUTH_PROVIDERS.find((one) => one === name)
  if (!provider || !offersProvider(provider, config)) throw notFound('route', `/oauth/${name}`)
  return provider
}

/** The address on which a service sends the browser back. */
export const callbackUrl = (provider: OauthProvider, { GATEWAY_URL }: Pick<Config, 'GATEWAY_URL'>): string =>
  `${GATEWAY_URL}/oauth/${provider}/callback`

/** The address at which a sign-in begins, and the secrets that its end has to match. */
export async function beginOauth(
  provider: OauthProvider,
  config: Config,
): Promise<{ location: string; checks: OauthChecks }> {
  const oauth = await import('openid-client')
  const configuration = await configurationOf(provider, config, oauth)
  const verifier = oauth.randomPKCECodeVerifier()
  const checks = { state: oauth.randomState(), nonce: oauth.randomNonce(), verifier }
  const location = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(provider, config),
    scope: SCOPES[provider],
    state: checks.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider === 'google' ? { nonce: checks.nonce } : {}),
  })
  return { location: location.href, checks }
}

/**
 * The profile of the person at the service, from the address to which the service sent the browser back. Throws the
 * library's errors if the person or the service refuses, or if a secret does not match.
 */
export async function finishOauth(
  provider: OauthProvider,
  config: Config,
  { state, verifier, nonce, answered }: OauthChecks & { answered: URLSearchParams },
): Promise<ExternalProfile> {
  const oauth = await import('openid-client')
  const configuration = await configurationOf(provider, config, oauth)
  const url = new URL(`${callbackUrl(provider, config)}?${answered.toString()}`)
  const isOpenId = provider === 'google'
  const tokens = await oauth.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(isOpenId ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  })
  if (!isOpenId) return readGitHub(tokens.access_token, config, { oauth, configuration })
  const { sub: subject, email = null, email_verified: emailVerified = false } = OpenIdClaims.parse(tokens.claims())
  return { provider, subject, email: email?.toLowerCase() ?? null, emailVerified }
}

interface Client {
  oauth: typeof Oauth
  configuration: Oauth.Configuration
}

// GitHub speaks OAuth without OpenID: its API names the person and the verified addresses.
async function readGitHub(
  token: string,
  { GITHUB_API_URL }: Config,
  { oauth, configuration }: Client,
): Promise<ExternalProfile> {
  const headers = new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'Posthorn' })
  const read = async (path: string): Promise<unknown> => {
    const url = new URL(`${GITHUB_API_URL}${path}`)
    const answer = await oauth.fetchProtectedResource(configuration, token, url, 'GET', null, headers)
    return answer.json()
  }
  const { id } = GitHubUser.parse(await read('/user'))
  const emails = GitHubEmails.parse(await read('/user/emails'))
  const { email = null, verified: emailVerified = false } = emails.find(({ primary }) => primary) ?? {}
  return { provider: 'github', subject: String(id), email: email?.toLowerCase() ?? null, emailVerified }
}

async function configurationOf(
  provider: OauthProvider,
  config: Config,
  oauth: typeof Oauth,
): Promise<Oauth.Configuration> {
  const [server, id = '', secret = ''] =
    provider === 'github'
      ? [config.GITHUB_URL, config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET]
      : [config.GOOGLE_ISSUER_URL, config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET]
  const key = `${server} ${id}`
  const known = configurations.get(key)
  if (known) return known
  // Only a service on this machine may be called without encryption.
  const options = isLoopback(new URL(server).hostname) ? [oauth.allowInsecureRequests] : []
  const made =
    provider === 'github'
      ? withOptions(new oauth.Configuration(gitHubServer(server), id, secret), options)
      : await oauth.discovery(new URL(server), id, secret, undefined, {
          execute: [...options, oauth.enableNonRepudiationChecks],
        })
  configurations.set(key, made)
  return made
}

function gitHubServer(server: string): Oauth.ServerMetadata {
  return {
    issuer: server,
    authorization_endpoint: `${server}/login/oauth/authorize`,
    token_endpoint: `${server}/login/oauth/access_token`,
  }
}

function withOptions(
  configuration: Oauth.Configuration,
  options: ((configuration: Oauth.Configuration) => void)[],
): Oauth.Configuration {
  for (const option of options) option(configuration)
  return configuration
}
