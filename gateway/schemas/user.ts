import { z } from 'zod'
import { isCommonPassword } from '../../models/domain/common-passwords.js'
import { DateTime } from './date.js'
import { EmailAddress } from './email-address.js'
import { idOf } from './ids.js'

const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
// Longer than any password, so that a wrong guess is answered as wrong, but short enough to be hashed cheaply.
const MAX_GUESS_LENGTH = 1_024
const MAX_TOKEN_LENGTH = 200

/** A password that a client sends for an account, which may be wrong. */
export const Guess = z.string().min(1).max(MAX_GUESS_LENGTH).meta({ format: 'password' })
/** A new password: long enough, and not a common one. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH)
  .max(MAX_PASSWORD_LENGTH)
  .refine((password) => !isCommonPassword(password), { error: 'This password is too easy to guess' })
  .meta({ format: 'password', description: 'Any characters. Common passwords are rejected.' })

/** A user as the API shows it to that user. */
export const UserResponse = z
  .object({
    id: idOf('user'),
    email: z.string().meta({ format: 'email', examples: ['grace@example.com'] }),
    emailVerified: z.boolean(),
    createdAt: DateTime,
    sessionExpiresAt: DateTime.meta({
      description: 'When the session ends, unless you renew it with `POST /auth/renew-session`.',
    }),
  })
  .meta({ id: 'User' })

/** The body of POST /auth/login. */
export const LoginBody = z.object({ email: EmailAddress, password: Guess }).meta({ id: 'Login' })

/** The body of POST /auth/request-password-reset. */
export const AddressBody = z.object({ email: EmailAddress }).meta({ id: 'AccountAddress' })

/** The token of a mail. */
export const MailedToken = z.string().min(1).max(MAX_TOKEN_LENGTH)

/** The body of POST /auth/signup. */
export const SignupBody = z
  .object({
    email: EmailAddress,
    password: NewPassword,
    invitation: MailedToken.optional().meta({ description: 'The token from the invitation link.' }),
  })
  .meta({ id: 'Signup' })

/** The body of POST /auth/accept-invitation. */
export const TokenBody = z.object({ token: MailedToken }).meta({ id: 'MailedToken' })

/** The body of POST /auth/verify-email. */
export const VerificationBody = z
  .object({
    token: MailedToken,
    password: Guess.optional().meta({ description: 'The password of the account.' }),
    newPassword: NewPassword.optional().meta({ description: 'A new password. Takes precedence over `password`.' }),
  })
  .meta({ id: 'Verification' })

/** The body of POST /auth/reset-password. */
export const PasswordReset = z.object({ token: MailedToken, newPassword: NewPassword }).meta({ id: 'PasswordReset' })

/** The body of POST /auth/change-password. */
export const PasswordChange = z
  .object({ currentPassword: Guess, newPassword: NewPassword })
  .meta({ id: 'PasswordChange' })

/** The body of an act that asks who is there; see `requirePresence`. */
export const PresenceBody = z
  .object({
    password: Guess.optional().meta({
      description: 'The password of the account. Not required if the user signed in within the last ten minutes.',
    }),
  })
  .meta({ id: 'Presence' })

/** The body of POST /auth/change-email. */
export const EmailChangeBody = z
  .object({ newEmail: EmailAddress, password: Guess.meta({ description: 'The password of the account.' }) })
  .meta({ id: 'EmailChange' })

/** A connected account of another service, as the API shows it to its user. */
export const IdentityResponse = z
  .object({
    provider: z.enum(['github', 'google']),
    email: z
      .string()
      .optional()
      .meta({ description: 'The email address of the external account when it was connected.' }),
    connectedAt: DateTime,
  })
  .meta({ id: 'Identity' })

/** The path of a connected account of another service. */
export const IdentityParams = z.object({
  provider: z.string().meta({ examples: ['github'], description: '`github` or `google`.' }),
})
