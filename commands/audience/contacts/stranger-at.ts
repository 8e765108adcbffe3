import type { ScopedContact } from '../../../mail/rendering/contact-scope.js'

/** What templates see of an address without a contact: the address alone. */
export function strangerAt(email: string, at: Date): ScopedContact {
  return { _id: '', email, subscribed: false, data: {}, createdAt: at, updatedAt: at }
}
