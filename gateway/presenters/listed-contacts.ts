import type { z } from 'zod'
import { suppressionsOf } from '../../commands/sending/emails/suppression-of.js'
import type { ContactRecord } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import type { ContactDetailResponse } from '../schemas/contact.js'
import { presentContact } from './contact.js'
import { presentSuppression } from './suppression.js'

/** The contacts of a page of a list, each with the suppression of its address. */
export async function presentListedContacts(
  projectId: string,
  contacts: readonly ContactRecord[],
): Promise<z.input<typeof ContactDetailResponse>[]> {
  const suppressions = await suppressionsOf(
    projectId,
    contacts.map(({ email }) => email),
  )
  return contacts.map((contact) => {
    const suppression = suppressions.get(normaliseAddress(contact.email))
    return { ...presentContact(contact), suppression: suppression ? presentSuppression(suppression) : null }
  })
}
