import { isInvited } from '../../../commands/accounts/members/accept-invitations.js'
import { signUpInvited } from '../../../commands/accounts/members/sign-up-invited.js'
import { createUser, type NewUser } from '../../../commands/accounts/users/create-user.js'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { nothingBeyondLimits } from '../../../commands/sending/platform-mail/send-platform-mail.js'
import { requestVerification } from '../../../commands/accounts/users/verify-address.js'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import type { UserRecord } from '../../../models/user.js'
import { defineEndpoint } from '../../http/endpoint.js'
import type { OpenContext } from '../../http/request/request-context.js'
import { requireOwnOrigin } from '../../http/request/own-origins.js'
import { signIn } from '../../http/request/sign-in.js'
import { reply } from '../../http/response/reply.js'
import { presentUser } from '../../presenters/user.js'
import { SignupBody, UserResponse } from '../../schemas/user.js'

const NOT_MAILED =
  'Account created, but no confirmation email was sent because too many were requested. Request it later: POST ' +
  '/auth/request-verification'

export const signUpRoute = defineEndpoint({
  operationId: 'signUp',
  method: 'post',
  path: '/auth/signup',
  access: 'open',
  summary: 'Create an account and sign in',
  description:
    'Returns 409 if the address already has an account. If the installation sends email to users, the address is ' +
    'confirmed with a link in an email. With an invitation token, the invited address can sign up even if sign-ups ' +
    'are disabled; it is confirmed and joins the project. Without a token, the response is then 403. Above the ' +
    'limits of such emails the account is still created, and `message` says that no email was sent.',
  limit: 'account',
  example: { body: { email: 'joan@example.com', password: 'correct horse battery staple' } },
  request: { body: SignupBody },
  response: UserResponse,
  statuses: [201],
  envelope: 'success',
  errors: ['BAD_REQUEST', 'CONFLICT', 'FORBIDDEN'],
  async handle({ body }, context) {
    requireOwnOrigin(context.headers, context.services.config, { optional: true })
    const { invitation: token, ...credentials } = body
    const by = { encryptionKeys: context.services.config.ENCRYPTION_KEY, clientNetwork: context.clientNetwork }
    const invited = token === undefined ? null : await signUpInvited({ token, ...credentials, ...by })
    const { user, message }: SignedUp = invited ? { user: invited } : await signUpUninvited(credentials, context)
    const { sessionExpiresAt, headers: cookie } = await signIn(user, context)
    return reply(201, presentUser(user, sessionExpiresAt), message, cookie)
  },
})

interface SignedUp {
  user: UserRecord
  /** What the answer says beside the user. */
  message?: string
}

async function signUpUninvited(
  { email, password }: Pick<NewUser, 'email' | 'password'>,
  { services, headers, clientNetwork }: OpenContext,
): Promise<SignedUp> {
  const platform = platformSettings(services.config)
  // If the installation sends no mail to users, an invitation has no token, and only its address identifies the invited
  // user.
  const isAllowed = !services.config.DISABLE_SIGNUPS || (platform.from === null && (await isInvited(email)))
  if (!isAllowed) throw new AppError('FORBIDDEN', 'Sign-up is disabled on this installation')
  const user = await createUser({ email, password, isVerified: platform.from === null, clientNetwork })
  const language = chooseLanguage({ acceptLanguage: headers['accept-language'] })
  // The account exists already: if a limit refuses the mail, the user requests another one later.
  const requested = requestVerification(user, { language, clientNetwork }, platform)
  const isRefused = (await requested.catch(nothingBeyondLimits)) === false
  return isRefused ? { user, message: NOT_MAILED } : { user }
}
