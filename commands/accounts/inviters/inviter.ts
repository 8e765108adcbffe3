import { AppError } from '../../../models/domain/errors.js'
import { User } from '../../../models/user.js'

// A new account may have been made to send a text, as the name of its project, from the operator's address.
const NAMES_ITS_PROJECT_AFTER_MS = 86_400_000

/** A user who has the installation send a mail to someone else. */
export interface Inviter {
  createdAt: Date
}

/** The user, if the address is proved. Throws EMAIL_VERIFICATION_REQUIRED with `message`. */
export async function requireProved(userId: string, message: string): Promise<Inviter> {
  const user = await User.findOne({ _id: userId }, { emailVerified: 1, createdAt: 1 }).lean()
  if (user?.emailVerified) return user
  throw new AppError('EMAIL_VERIFICATION_REQUIRED', message, {
    suggestion: 'Request a confirmation link: POST /auth/request-verification',
  })
}

/** Whether a mail that this user sets off may name the project. */
export function mayNameProject({ createdAt }: Inviter): boolean {
  return Date.now() - createdAt.getTime() > NAMES_ITS_PROJECT_AFTER_MS
}
