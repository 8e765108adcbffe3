import type { z } from 'zod'
import type { SignedInUser } from '../../commands/users/sessions.js'
import type { UserResponse } from '../schemas/user.js'

/** A user as the API shows it to that user. */
export function presentUser({ _id, email, emailVerified, createdAt }: SignedInUser): z.input<typeof UserResponse> {
  return { id: _id, email, emailVerified, createdAt: createdAt.toISOString() }
}
