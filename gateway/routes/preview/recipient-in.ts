import type { z } from 'zod'
import type { PreviewRecipient } from '../../../commands/sending/preview/preview-recipient.js'
import type { ShownTo } from '../../schemas/preview.js'

/** For whom a request wants its message to be filled in. */
export function recipientIn({ contactId, email, data, language }: z.output<typeof ShownTo>): PreviewRecipient {
  return { contactId: contactId ?? null, address: email ?? null, patch: data, language: language ?? null }
}
