import { compileCondition, type CompileContext } from '../../models/domain/conditions/compile-condition.js'
import type { ConditionOperator } from '../../models/domain/conditions/operators.js'
import type { ConditionTree, Filter } from '../../models/domain/conditions/tree.js'
import { Contact } from '../../models/contact.js'
import { escapeData, escapeKey } from '../../models/domain/fields.js'
import { newId } from '../../runtime/ids.js'

/** The moment that conditions in tests look back from. */
export const NOW = new Date('2026-03-15T12:00:00.000Z')

/** What a condition is compiled with when a project knows every field and has no segments. */
export const KNOWING: CompileContext = { now: NOW, fieldState: () => 'known', segment: () => null }

/** A filter as a row of a table: what it compares, and whether the contact meets it. */
export type Row = [
  field: string,
  operator: ConditionOperator,
  value: unknown,
  expected: boolean,
  unit?: NonNullable<Filter['unit']>,
]

/** The filter of a row. */
export function filterOf([field, operator, value, , unit]: Row): Filter {
  return { field, operator, ...(value === undefined ? {} : { value }), ...(unit ? { unit } : {}) }
}

/** A condition of one filter. */
export function only(filter: Filter): ConditionTree {
  return { logic: 'AND', groups: [{ filters: [filter] }] }
}

/** What a test contact has, with the keys as they are sent; `activity` by the plain name of the event. */
export interface TestContact {
  email?: string
  subscribed?: boolean
  createdAt?: Date
  updatedAt?: Date
  data?: Record<string, unknown>
  activity?: Record<string, { first: Date; last: Date; count: number }>
  segments?: string[]
}

/** Stores contacts of a project as they are, time stamps included; their ids in order. */
export async function storeContacts(projectId: string, contacts: TestContact[]): Promise<string[]> {
  const rows = contacts.map(({ data = {}, activity = {}, ...rest }) => {
    const _id = newId()
    const summaries = Object.entries(activity).map(([name, summary]) => [escapeKey(name), summary])
    const activities = { activity: Object.fromEntries(summaries) as Record<string, unknown> }
    const fields = { email: `${_id}@example.com`, subscribed: true, createdAt: NOW, updatedAt: NOW, segments: [] }
    return { _id, projectId, ...fields, ...rest, data: escapeData(data), ...activities }
  })
  await Contact.collection.insertMany(rows as never[])
  return rows.map(({ _id }) => _id)
}

/** Whether one contact meets a condition. */
export async function meets(
  who: { projectId: string; contactId: string },
  tree: ConditionTree,
  context: CompileContext = KNOWING,
): Promise<boolean> {
  const compiled = compileCondition(tree, context)
  const match = await Contact.exists({ $and: [{ _id: who.contactId, projectId: who.projectId }, compiled] })
  return match !== null
}

/** The contacts of a project that meet a condition, in order of their ids. */
export async function whoMeets(
  projectId: string,
  tree: ConditionTree,
  context: CompileContext = KNOWING,
): Promise<string[]> {
  const found = await Contact.find({ projectId, ...compileCondition(tree, context) }, { _id: 1 }).lean()
  return found.map(({ _id }) => _id).sort()
}
