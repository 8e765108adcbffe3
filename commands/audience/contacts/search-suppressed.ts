import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { addressedContacts, countSuppressed, suppressedAddresses } from './by-suppression.js'
import { NOT_LISTED, type Position, type Search } from './search-page.js'

/** A suppressed contact: its id, and the suppressed address as the suppression spells it. */
interface Place {
  _id: string
  email: string
}

/** Searches among the suppressed contacts of a query, in the order of the suppressed addresses, which it iterates. */
export function searchSuppressed(projectId: string, query: OwnedQuery): Search {
  return {
    async read(after, limit) {
      const places = await findPlaces(projectId, query, { after, most: limit + 1 })
      const shown = places.slice(0, limit)
      const ids = shown.map(({ _id }) => _id)
      const contacts = await Contact.find({ projectId, _id: { $in: ids } }, NOT_LISTED).lean()
      const byId = new Map(contacts.map((contact) => [contact._id, contact]))
      return {
        contacts: ids.flatMap((id) => byId.get(id) ?? []),
        last: places.length > limit ? (shown.at(-1) ?? null) : null,
      }
    },
    count: (most, deadline) => countSuppressed(projectId, query, { most, deadline }),
  }
}

async function findPlaces(
  projectId: string,
  query: OwnedQuery,
  { after, most }: { after: Position | null; most: number },
): Promise<Place[]> {
  const deadline = Date.now() + SCAN_LIMIT_MS
  const places: Place[] = []
  for await (const addresses of suppressedAddresses(projectId, after?.sortValue)) {
    const { filter, hint } = addressedContacts(projectId, addresses, query)
    const found = await scan(
      projectId,
      (limits) => Contact.find(filter, { email: 1 }, limits).hint(hint).lean<Place[]>(),
      deadline,
    )
    places.push(...inOrderOf(addresses, found).filter((place) => after === null || isLater(place, after)))
    if (places.length >= most) break
  }
  return places.slice(0, most)
}

// A contact and its suppression may spell one address differently.
function inOrderOf(addresses: readonly string[], found: readonly Place[]): Place[] {
  const byAddress = new Map<string, string[]>()
  for (const { _id, email } of found) {
    const address = normaliseAddress(email)
    byAddress.set(address, [...(byAddress.get(address) ?? []), _id])
  }
  return addresses.flatMap((email) =>
    (byAddress.get(normaliseAddress(email)) ?? []).toSorted().map((_id) => ({ _id, email })),
  )
}

function isLater(place: Place, after: Position): boolean {
  return place.email !== after.sortValue || place._id > after.id
}
