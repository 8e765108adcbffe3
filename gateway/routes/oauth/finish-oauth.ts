import { linkTo } from '../../../commands/platform/link-to.js'
import { platformSettings } from '../../../commands/platform/platform.js'
import { connectIdentity, mailConnected } from '../../../commands/users/identities.js'
import { signInExternally } from '../../../commands/users/sign-in-externally.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import { loggableError } from '../../../runtime/loggable-error.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { signedInUser, signIn } from '../../http/request/sign-in.js'
import { redirect } from '../../http/response/reply.js'
import { clearChecks, readChecks } from '../../oauth/checks-cookie.js'
import { finishOauth, requireProvider, type OauthProvider } from '../../oauth/providers.js'
import { OauthAnswer, OauthParams } from '../../schemas/oauth.js'

export const finishOauthRoute = defineEndpoint({
  operationId: 'finishOauth',
  method: 'get',
  path: '/oauth/:provider/callback',
  access: 'open',
  summary: 'Come back from another service',
  description:
    'Signs in and redirects to the dashboard, or to its `/sign-in?error=` with `email_not_verified`, `account_exists`, ' +
    '`signups_disabled` or `oauth_failed`. An account whose address was never confirmed goes to the person for whom ' +
    'the service has verified the address: its password and sessions end. After `POST /oauth/{provider}` the account ' +
    'of the service is connected instead, or refused with `account_not_verified`, `identity_taken` or ' +
    '`service_connected`.',
  request: { params: OauthParams, query: OauthAnswer },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params, query }, context) {
    const { config } = context.services
    const provider = requireProvider(params.provider, config)
    try {
      const { 'Set-Cookie': session } = await finishSignIn(provider, query, context)
      const cookies = session === undefined ? [] : [session]
      return redirect(linkTo({ page: 'home' }, config), { 'Set-Cookie': [...cookies, clearChecks(config)] })
    } catch (error) {
      const reason = error instanceof AppError ? error.details?.['reason'] : undefined
      if (reason === undefined) context.log.warn({ error: loggableError(error), provider }, 'sign-in elsewhere failed')
      const code = typeof reason === 'string' ? reason : 'oauth_failed'
      return redirect(linkTo({ page: 'sign-in', error: code }, config), { 'Set-Cookie': clearChecks(config) })
    }
  },
})

async function finishSignIn(
  provider: OauthProvider,
  query: Record<string, string | undefined>,
  context: OpenContext,
): Promise<{ 'Set-Cookie'?: string }> {
  const { services, headers } = context
  const { config } = services
  const checks = readChecks(provider, headers.cookie, config)
  if (!checks) throw new Error('The browser brings no secrets of a sign-in')
  const answered = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) answered.set(name, value)
  const profile = await finishOauth(provider, config, { ...checks, answered })
  const platform = platformSettings(config)
  const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
  if (checks.connectsTo === null) {
    const settings = { allowSignups: !config.DISABLE_SIGNUPS, language, platform }
    const user = await signInExternally(profile, settings)
    return (await signIn(user, context)).headers
  }
  const user = await signedInUser(context)
  if (user?._id !== checks.connectsTo) throw new Error('The browser was signed out, or in as another user, meanwhile')
  const { subject, email } = profile
  const isNew = await connectIdentity(user, { provider, subject, email, connectedAt: new Date() })
  if (isNew) await mailConnected(user, provider, language, platform)
  return {}
}
