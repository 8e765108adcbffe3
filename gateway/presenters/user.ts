import type { z } from 'zod'
import type { UserRecord } from '../../models/user.js'
import type { UserResponse } from '../schemas/user.js'

/** A user as the API shows it to that user, with the end of the session of the request. */
export function presentUser(
  { _id, email, emailVerified, createdAt }: Pick<UserRecord, '_id' | 'email' | 'emailVerified' | 'createdAt'>,
  sessionExpiresAt: Date,
): z.input<typeof UserResponse> {
  return {
    id: _id,
    email,
    emailVerified,
    createdAt: createdAt.toISOString(),
    sessionExpiresAt: sessionExpiresAt.toISOString(),
  }
}
