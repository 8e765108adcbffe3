import type { ClientSession } from 'mongoose'
import { Contact } from '../../models/contact.js'
import { isSparing } from '../../runtime/mongodb/transaction.js'

/**
 * The size from which a contact has no room for more. MongoDB stores 16 MiB a document; the limits on custom fields and
 * event names keep contacts far below.
 */
export const FULL_BYTES = 15 * 1024 * 1024

/**
 * Those of some contacts whose documents have no room for more. They are looked for in a transaction that is repeated
 * because one had none; in every other there are none, without a query.
 */
export async function fullAmong(
  session: ClientSession,
  contacts: readonly { projectId: string; contactId: string }[],
): Promise<ReadonlySet<string>> {
  if (!isSparing(session) || contacts.length === 0) return new Set()
  const these = {
    _id: { $in: contacts.map(({ contactId }) => contactId) },
    projectId: { $in: [...new Set(contacts.map(({ projectId }) => projectId))] },
  }
  const isFull = { $expr: { $gte: [{ $bsonSize: '$$ROOT' }, FULL_BYTES] } }
  const full = await Contact.find({ ...these, ...isFull }, { _id: 1 }, { session }).lean()
  return new Set(full.map(({ _id }) => _id))
}
