import type { AnyEndpoint } from '../../http/endpoint.js'
import { acceptInvitation } from './accept-invitation.js'
import { changePassword } from './change-password.js'
import { endSession } from './end-session.js'
import { getOauthConfig } from './get-oauth-config.js'
import { listIdentities } from './list-identities.js'
import { listSessions } from './list-sessions.js'
import { logIn } from './log-in.js'
import { followLogOut, logOut } from './log-out.js'
import { removeIdentity } from './remove-identity.js'
import { requestPasswordReset } from './request-password-reset.js'
import { requestVerification } from './request-verification.js'
import { resetPassword } from './reset-password.js'
import { signUp } from './sign-up.js'
import { verifyEmail } from './verify-email.js'

export const authEndpoints: AnyEndpoint[] = [
  logIn,
  signUp,
  acceptInvitation,
  logOut,
  followLogOut,
  listSessions,
  endSession,
  listIdentities,
  removeIdentity,
  changePassword,
  requestVerification,
  verifyEmail,
  requestPasswordReset,
  resetPassword,
  getOauthConfig,
]
