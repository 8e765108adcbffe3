import type { z } from 'zod'
import { suppressionsOf } from '../../commands/sending/emails/suppression-of.js'
import type { ContactRecord } from '../../models/contact.js'
import type { SuppressionRecord } from '../../models/suppression.js'
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
    return presentDetail(contact, suppressions.get(normaliseAddress(contact.email)) ?? null)
  })
}

/** A contact with the suppression of its address, and whether it has opted out. */
export function presentDetail(
  contact: ContactRecord,
  suppression: SuppressionRecord | null,
): z.input<typeof ContactDetailResponse> {
  return {
    ...presentContact(contact),
    suppression: suppression && presentSuppression(suppression),
    optedOut: !contact.subscribed && contact.optOut !== undefined,
  }
}
