import { hash } from '@node-rs/argon2'
import { AppError } from '../domain/errors.js'
import { User } from '../user.js'
import { isDuplicateKey } from '../duplicate-key.js'

/** Makes an account with an argon2id-hashed password. Throws CONFLICT when the address has one. */
export async function createUser(input: { email: string; password: string }): Promise<{ id: string; email: string }> {
  const email = input.email.trim().toLowerCase()
  try {
    const user = await User.create({ email, passwordHash: await hash(input.password), emailVerified: true })
    return { id: user._id, email }
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('CONFLICT', 'An account with this address exists', { cause: error })
    throw error
  }
}
