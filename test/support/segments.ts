import { registerFields } from '../../commands/base/records/known-fields.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { Event } from '../../models/event.js'
import type { ContactRecord } from '../../models/contact.js'
import { createContact } from './factories.js'
import { only } from './conditions.js'

/** The contacts on the plan `pro`. */
export const IS_PRO: ConditionTree = only({ field: 'data.plan', operator: 'equals', value: 'pro' })

/** Contacts of a project on these plans, in order; null is on none. */
export async function createContactsOn(projectId: string, plans: (string | null)[]): Promise<ContactRecord[]> {
  await registerFields(projectId, { plan: 'pro' })
  const contacts: ContactRecord[] = []
  for (const plan of plans) contacts.push(await createContact({ projectId, data: plan === null ? {} : { plan } }))
  return contacts
}

/** The entries and exits of a project's contacts, in the order in which they were stored. */
export async function movesOf(projectId: string): Promise<{ contactId: string | null; name: string }[]> {
  const events = await Event.find({ projectId, name: /^segment\./ }, { name: 1, contactId: 1 })
    .sort({ createdAt: 1, _id: 1 })
    .lean()
  return events.map(({ contactId, name }) => ({ contactId, name }))
}
