import { spelledAs } from '../../base/listing/address-spellings.js'
import { User } from '../../../models/user.js'

/** Whether an address has an account that has proved it. */
export async function hasProvedAccount(email: string): Promise<boolean> {
  return (await User.exists({ email: spelledAs(email), emailVerified: true })) !== null
}
