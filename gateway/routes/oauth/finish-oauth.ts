import { authenticateSession } from '../../../commands/users/sessions.js'
import { signInExternally } from '../../../commands/users/sign-in-externally.js'
import { AppError } from '../../../models/domain/errors.js'
import { loggableError } from '../../../runtime/loggable-error.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { signInHeaders } from '../../http/request/sign-in.js'
import { redirect } from '../../http/response/reply.js'
import { clearChecks, readChecks } from '../../oauth/checks-cookie.js'
import { finishOauth as finish, requireProvider, type OauthProvider } from '../../oauth/providers.js'
import { OauthAnswer, OauthParams } from '../../schemas/oauth.js'

export const finishOauth = defineEndpoint({
  operationId: 'finishOauth',
  method: 'get',
  path: '/oauth/:provider/callback',
  access: 'open',
  summary: 'Come back from another service',
  description:
    'Signs in and redirects to the dashboard, or to its `/login?error=` with `email_not_verified`, `account_exists`, ' +
    '`signups_disabled` or `oauth_failed`. Whoever is signed in already connects the account of the service to the own one.',
  request: { params: OauthParams, query: OauthAnswer },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params, query }, context) {
    const { config } = context.services
    const provider = requireProvider(params.provider, config)
    const pages = config.DASHBOARD_URL ?? config.GATEWAY_URL
    try {
      const user = await signIn(provider, query, context)
      const { 'Set-Cookie': session } = await signInHeaders(user, context)
      return redirect(`${pages}/`, { 'Set-Cookie': [session, clearChecks(config)] })
    } catch (error) {
      const reason = error instanceof AppError ? error.details?.['reason'] : undefined
      if (reason === undefined) context.log.warn({ error: loggableError(error), provider }, 'sign-in elsewhere failed')
      const code = typeof reason === 'string' ? reason : 'oauth_failed'
      return redirect(`${pages}/login?error=${code}`, { 'Set-Cookie': clearChecks(config) })
    }
  },
})

async function signIn(
  provider: OauthProvider,
  query: Record<string, string | undefined>,
  { services: { config }, sessions, headers }: OpenContext,
) {
  const checks = readChecks(provider, headers.cookie, config)
  if (!checks) throw new Error('The browser brings no secrets of a sign-in')
  const answered = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) answered.set(name, value)
  const profile = await finish(provider, config, { ...checks, answered })
  const session = checks.connects ? sessions.read(headers.cookie) : null
  const current = session && (await authenticateSession(session))
  return signInExternally(profile, { signedInAs: current?._id ?? null, allowSignups: !config.DISABLE_SIGNUPS })
}
