import type { AnyEndpoint } from '../../http/endpoint.js'
import { acceptInvitationRoute } from './accept-invitation.js'
import { changeEmailRoute } from './change-email.js'
import { changePasswordRoute } from './change-password.js'
import { endSessionRoute } from './end-session.js'
import { getOauthConfigRoute } from './get-oauth-config.js'
import { listIdentitiesRoute } from './list-identities.js'
import { listSessionsRoute } from './list-sessions.js'
import { logInRoute } from './log-in.js'
import { followLogOutRoute, logOutRoute } from './log-out.js'
import { removeIdentityRoute } from './remove-identity.js'
import { renewSessionRoute } from './renew-session.js'
import { requestPasswordResetRoute } from './request-password-reset.js'
import { requestVerificationRoute } from './request-verification.js'
import { resetPasswordRoute } from './reset-password.js'
import { signUpRoute } from './sign-up.js'
import { verifyEmailRoute } from './verify-email.js'

export const authEndpoints: AnyEndpoint[] = [
  logInRoute,
  signUpRoute,
  acceptInvitationRoute,
  logOutRoute,
  followLogOutRoute,
  listSessionsRoute,
  endSessionRoute,
  renewSessionRoute,
  listIdentitiesRoute,
  removeIdentityRoute,
  changePasswordRoute,
  changeEmailRoute,
  requestVerificationRoute,
  verifyEmailRoute,
  requestPasswordResetRoute,
  resetPasswordRoute,
  getOauthConfigRoute,
]
