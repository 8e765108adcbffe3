import { Contact, type ContactRecord } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Suppression } from '../../../models/suppression.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'
import { inForce } from './suppressions-in-force.js'
import { scan } from '../../base/listing/scan.js'

const BATCH = 1_000
const BY_ADDRESS = { projectId: 1, email: 1 } as const

/** Of some contacts those whose address is suppressed now, or with `false` those whose address is not. */
export async function keepSuppressed<Shown extends Pick<ContactRecord, 'email'>>(
  projectId: string,
  contacts: readonly Shown[],
  isSuppressed: boolean,
): Promise<Shown[]> {
  if (contacts.length === 0) return []
  const email = spelledAsAny(contacts.map((contact) => contact.email))
  const found = await Suppression.distinct('email', { projectId, email, ...inForce(databaseNow()) })
  const suppressed = new Set(found.map(normaliseAddress))
  return contacts.filter((contact) => suppressed.has(normaliseAddress(contact.email)) === isSuppressed)
}

/** The suppressed addresses of a project from `first` on, in their order, in batches. */
export async function* suppressedAddresses(projectId: string, first: string | null = null): AsyncGenerator<string[]> {
  const from = first === null ? {} : { email: { $gte: first } }
  const suppressions = Suppression.find({ projectId, ...from, ...inForce(databaseNow()) }, { _id: 0, email: 1 })
    .sort({ email: 1 })
    .lean()
    .cursor()
  let addresses: string[] = []
  for await (const { email } of suppressions) {
    if (addresses.push(email) < BATCH) continue
    yield addresses
    addresses = []
  }
  if (addresses.length > 0) yield addresses
}

/** The query for the contacts that have one of some addresses, and the index that answers it. */
export function addressedContacts(projectId: string, addresses: readonly string[], contacts: OwnedQuery) {
  const filter: OwnedQuery = { $and: [{ projectId, email: spelledAsAny(addresses) }, contacts] }
  return { filter, hint: BY_ADDRESS }
}

/**
 * Counts the contacts of a query whose address is suppressed now, at least up to `most`. Throws SERVICE_UNAVAILABLE
 * after `deadline`.
 */
export async function countSuppressed(
  projectId: string,
  contacts: OwnedQuery,
  { deadline, most = Number.POSITIVE_INFINITY }: { deadline: number; most?: number },
): Promise<number> {
  let found = 0
  for await (const addresses of suppressedAddresses(projectId)) {
    const { filter, hint } = addressedContacts(projectId, addresses, contacts)
    found += await scan(projectId, (limits) => Contact.countDocuments(filter, limits).hint(hint), deadline)
    if (found >= most) break
  }
  return found
}
