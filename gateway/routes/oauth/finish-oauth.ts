import { linkTo, type LinkedPage } from '../../../commands/sending/platform-mail/link-to.js'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { connectIdentity, mailConnected } from '../../../commands/accounts/users/identities.js'
import { signInExternally } from '../../../commands/accounts/users/sign-in-externally.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import { loggableError } from '../../../runtime/loggable-error.js'
import { defineEndpoint, elsewhere } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { signedInUser, signIn } from '../../http/request/sign-in.js'
import { redirect } from '../../http/response/reply.js'
import { clearChecks, readChecks, type KeptChecks } from '../../oauth/checks-cookie.js'
import { finishOauth, requireProvider, type OauthProvider } from '../../oauth/providers.js'
import { OauthAnswer, OauthParams } from '../../schemas/oauth.js'

export const finishOauthRoute = defineEndpoint({
  operationId: 'finishOauth',
  method: 'get',
  path: '/oauth/:provider/callback',
  access: 'open',
  summary: 'Complete an external sign-in',
  description:
    'Signs in and redirects to the dashboard, or to its `/sign-in?error=` with `email_not_verified`, ' +
    '`account_exists`, `signups_disabled` or `oauth_failed`. If the address of an account was never confirmed, the ' +
    'account passes to the person for whom the provider has verified the address; its password and sessions are ' +
    'revoked. After `POST /oauth/{provider}`, the external account is connected instead: this redirects to ' +
    '`/account?connected=` of the dashboard with the provider, or to `/account?error=` with `account_not_verified`, ' +
    '`identity_taken`, `service_connected` or `oauth_failed`.',
  request: { params: OauthParams, query: OauthAnswer },
  response: elsewhere,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params, query }, context) {
    const { config } = context.services
    const provider = requireProvider(params.provider, config)
    const checks = readChecks(provider, context.headers.cookie, config)
    try {
      const { page, cookies } = await finish(provider, { query, checks }, context)
      return redirect(linkTo(page, config), { 'Set-Cookie': [...cookies, clearChecks(config)] })
    } catch (cause) {
      const reason = cause instanceof AppError ? cause.details?.['reason'] : undefined
      if (reason === undefined) context.log.warn({ error: loggableError(cause), provider }, 'sign-in elsewhere failed')
      const error = typeof reason === 'string' ? reason : 'oauth_failed'
      const page = checks === null || checks.connectsTo === null ? 'sign-in' : 'account'
      return redirect(linkTo({ page, error }, config), { 'Set-Cookie': clearChecks(config) })
    }
  },
})

/** Where a browser goes from here, and the cookies that it gets. */
interface Finished {
  page: LinkedPage
  cookies: string[]
}

async function finish(
  provider: OauthProvider,
  { query, checks }: { query: Record<string, string | undefined>; checks: KeptChecks | null },
  context: OpenContext,
): Promise<Finished> {
  const { config } = context.services
  if (!checks) throw new Error('The browser brings no secrets of a sign-in')
  const answered = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) answered.set(name, value)
  const profile = await finishOauth(provider, config, { ...checks, answered })
  const platform = platformSettings(config)
  const language = chooseLanguage({ acceptLanguage: context.headers['accept-language'] })
  if (checks.connectsTo === null) {
    const settings = { allowSignups: !config.DISABLE_SIGNUPS, language, platform }
    const user = await signInExternally(profile, settings)
    return { page: { page: 'home' }, cookies: [(await signIn(user, context)).headers['Set-Cookie']] }
  }
  const user = await signedInUser(context)
  // Another session may be that of another person at the same browser.
  if (user?.session._id !== checks.connectsTo) throw new Error('The session that requested the connection has ended')
  const { subject, email } = profile
  const isNew = await connectIdentity(user, { provider, subject, email, connectedAt: new Date() })
  if (isNew) await mailConnected(user, provider, language, platform)
  return { page: { page: 'account', connected: provider }, cookies: [] }
}
