import { unescapeData } from '../../models/domain/fields.js'
import type { EmailRecord } from '../../models/email.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { contactScope, type ScopedContact } from '../rendering/contact-scope.js'

/** The variables of an email's templates: the contact, then the links, then the scope of a workflow's step. */
export function variablesOf(
  email: EmailRecord,
  contact: ScopedContact,
  links: RecipientLinks,
): Record<string, unknown> {
  const { data = {}, scope = {} } = unescapeData(email.variables ?? {})
  return { ...contactScope(contact, data), ...links, ...scope }
}
