import { ApiError } from '../../api/api-error.js'
import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'

/** What decides whether an email can be sent again, beside the email itself. */
interface Circumstances {
  contact: Pick<Answer<'GET /contacts/:id'>, 'email' | 'suppression'>
  /** Undefined while it is unknown. */
  content: Pick<Answer<'GET /emails/:id/content'>, 'attachments'> | undefined
  /** Why the content could not be read. */
  error: unknown
  isDisabled: boolean
}

type Email = Pick<Answer<'GET /emails/:id'>, 'type' | 'sourceType' | 'status' | 'sentAgainAs' | 'to'>

/** Why an email that was not delivered cannot be sent again; null if it can. The server decides in any case. */
export function findRefusal(email: Email, { contact, content, error, isDisabled }: Circumstances): string | null {
  const words = t.emails.cannotSendAgain
  if (email.sourceType !== 'TRANSACTIONAL' || email.type !== 'TRANSACTIONAL') return words.notTransactional
  if (email.sentAgainAs !== null) return words.sentAgain
  if (email.status === 'COMPLAINED') return words.complained
  if (error instanceof ApiError && error.code === 'CONTENT_GONE') return words.contentGone
  if (content && content.attachments.length > 0) return words.attachments
  if (email.to !== contact.email) return words.addressChanged
  if (contact.suppression) return words.suppressed
  return isDisabled ? words.disabled : null
}
