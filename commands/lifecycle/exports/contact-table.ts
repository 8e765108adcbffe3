import { Contact, type ContactRecord } from '../../../models/contact.js'
import { customFieldName } from '../../../models/domain/field-names.js'
import { escapeKey, unescapeData, unescapeKey } from '../../../models/domain/fields.js'
import type { ExportFilters } from '../../../models/export-job.js'
import { listFields } from '../../audience/fields/count-fields.js'
import { keepSuppressed } from '../../audience/contacts/by-suppression.js'
import { countSelected, selectedContacts } from '../../audience/contacts/selected-contacts.js'
import { BY_ADDRESS, type ExportTable, type Stored } from './export-table.js'

type ExportedContact = Pick<ContactRecord, 'email' | 'subscribed'> & Partial<Pick<ContactRecord, 'data'>>

/** The literal keys of the custom fields of a project, sorted. */
export async function exportedFields(projectId: string): Promise<string[]> {
  return (await listFields(projectId)).map(({ key }) => unescapeKey(key)).sort()
}

/**
 * The contacts that a filter selects, by address, without ids and times: two projects with the same contacts and fields
 * have the same file. Throws as `selectedContacts`.
 */
export async function contactTable(
  projectId: string,
  filter: ExportFilters['contacts'],
  keys: readonly string[],
): Promise<ExportTable> {
  const fields = keys.map((key) => ({ key, stored: escapeKey(key) }))
  const valuesOf = ({ data = {} }: ExportedContact): [string, unknown][] =>
    fields.map(({ key, stored }) => [key, Object.hasOwn(data, stored) ? unescapeData(data[stored]) : undefined])
  const asContact = (row: object) => row as ExportedContact
  const selected = await selectedContacts(projectId, filter)
  const { query: condition, isSuppressed } = selected
  return {
    collection: Contact.collection,
    base: { projectId },
    condition,
    ...(isSuppressed === undefined
      ? {}
      : {
          keep: (rows) => keepSuppressed(projectId, rows as (Stored & ExportedContact)[], isSuppressed),
          count: (limitMs) => countSelected(projectId, selected, limitMs),
        }),
    order: BY_ADDRESS,
    header: ['email', 'subscribed', ...keys.map(customFieldName)],
    cells(row) {
      const contact = asContact(row)
      return [contact.email, contact.subscribed, ...valuesOf(contact).map(([, value]) => value)]
    },
    record(row) {
      const contact = asContact(row)
      const data = valuesOf(contact).filter(([, value]) => value !== undefined)
      return { email: contact.email, subscribed: contact.subscribed, data: Object.fromEntries(data) }
    },
    shown: { email: 1, subscribed: 1, data: 1 },
  }
}
