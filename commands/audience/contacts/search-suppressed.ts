import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { WALKED } from '../../base/listing/read-bounds.js'
import { scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { addressedContacts, suppressedAddresses } from './by-suppression.js'
import { listed } from './search-parts.js'
import type { Position, Search } from './search-page.js'

// No id sorts after it.
const LAST_ID = '~'

/** A suppressed contact: its id, and the suppressed address as the suppression spells it. */
interface Place {
  _id: string
  email: string
}

/** The suppressed contacts that were found; `stop` as in `PartsRead`, and the number of suppressions read for them. */
interface PlacesFound {
  places: Place[]
  stop: Position | null
  walked: number
}

/** Searches among the suppressed contacts of a query, in the order of the suppressed addresses, which it iterates. */
export function searchSuppressed(projectId: string, query: OwnedQuery): Search {
  return async ({ after, limit, most }) => {
    const wanted = (after ? limit : most) + 1
    const { places, stop, walked } = await findPlaces(projectId, query, { after, most: wanted })
    const shown = places.slice(0, limit)
    const last = places.length > limit ? shown.at(-1) : undefined
    return {
      contacts: await listed(projectId, shown),
      next: last ? { sortValue: last.email, id: last._id } : stop,
      walked: !last && stop ? walked : null,
      total: after ? 0 : Math.min(places.length, most),
      isCapped: !after && (places.length > most || stop !== null),
    }
  }
}

async function findPlaces(
  projectId: string,
  query: OwnedQuery,
  { after, most }: { after: Position | null; most: number },
): Promise<PlacesFound> {
  const deadline = Date.now() + SCAN_LIMIT_MS
  const places: Place[] = []
  let walked = 0
  for await (const addresses of suppressedAddresses(projectId, after?.sortValue)) {
    const { filter, hint } = addressedContacts(projectId, addresses, query)
    const found = await scan(
      projectId,
      (limits) => Contact.find(filter, { email: 1 }, limits).hint(hint).lean<Place[]>(),
      deadline,
    )
    places.push(...inOrderOf(addresses, found).filter((place) => after === null || isLater(place, after)))
    walked += addresses.length
    if (places.length >= most) break
    const end = addresses.at(-1)
    if (walked >= WALKED && end !== undefined) return { places, stop: { sortValue: end, id: LAST_ID }, walked }
  }
  return { places: places.slice(0, most), stop: null, walked }
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
