import { unescapeData } from '../../models/domain/fields.js'
import type { EmailRecord } from '../../models/email.js'
import type { RecipientLinks } from '../links/recipient-links.js'
import { contactScope, type ScopedContact } from '../rendering/contact-scope.js'
import { isBlank } from '../../models/domain/data.js'

/** The variables of an email's templates: the contact, then the links, then the scope of a workflow's step. */
export function variablesOf(
  email: EmailRecord,
  contact: ScopedContact,
  links: RecipientLinks,
): Record<string, unknown> {
  const { data = {}, scope = {} } = unescapeData(email.variables ?? {})
  return { ...contactScope(contact, named(data, contact, email.toName)), ...links, ...scope }
}

// A name in the variables of the request comes first, then the name of the contact, and then the name of the recipient.
function named(data: Record<string, unknown>, contact: ScopedContact, toName: string | null): Record<string, unknown> {
  if (!isBlank(data['name']) || (!toName && !Object.hasOwn(data, 'name'))) return data
  const { name: _blank, ...others } = data
  return toName && isBlank(contact.data?.['name']) ? { ...others, name: toName } : others
}
