import type { z } from 'zod'
import type { ContactRecord } from '../../models/contact.js'
import { unescapeData } from '../../models/domain/fields.js'
import type { ContactResponse } from '../schemas/contact.js'

/** A contact as the API shows it. */
export function presentContact(contact: ContactRecord): z.input<typeof ContactResponse> {
  return {
    id: contact._id,
    email: contact.email,
    subscribed: contact.subscribed,
    snoozedUntil: contact.snoozedUntil?.toISOString() ?? null,
    data: unescapeData(contact.data ?? {}),
    createdAt: contact.createdAt.toISOString(),
    updatedAt: contact.updatedAt.toISOString(),
  }
}
