import { changeContact } from '../../../../commands/audience/contacts/change-contact.js'
import type { ContactChange, ContactChanged } from '../../../../commands/audience/contacts/contact-change.js'
import { planDataPatch } from '../../../../models/domain/data.js'

/** Sets data of a contact, which is made if it does not exist, as a request does. */
export function setData(
  projectId: string,
  who: ContactChange['who'],
  data: object,
  more: Partial<ContactChange> = {},
): Promise<ContactChanged> {
  return changeContact({ projectId, who, patch: planDataPatch(data), subscribedWhenNew: true, source: 'api', ...more })
}
