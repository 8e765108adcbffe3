import type { ContactFilter } from '../../../models/bulk-job.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { allOf } from '../../../models/domain/conditions/mongo-filter.js'
import { beginningWith, prefixesOf, rangesWithout, type Prefixes } from '../../base/listing/address-prefix.js'
import { WALKED } from '../../base/listing/read-bounds.js'
import { isTooSlow, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { BY_WORDS, withWord, worded, wordsOf } from './by-words.js'
import { keepSuppressed } from './by-suppression.js'
import { byAddress, byDomain, byTime, byWord, type ContactPart, type Place, type Selection } from './contact-parts.js'
import { indexedPart, isOfNothing, selectionOf } from './indexed-part.js'
import { areFew, countParts, PLACE, positionOf, readParts, type PartsRead, type PartsReading } from './read-parts.js'
import { NOT_LISTED, type Position, type Search } from './search-page.js'
import { selectedContacts } from './selected-contacts.js'

const COUNT_LIMIT_MS = 2_000
// Where suppressed contacts are left out, so many are read at a time after the first page was not filled.
const READ_ON = 1_000

/** Searches the contacts that a filter selects, in parts that an index has in their order, without suppressed ones. */
export async function searchInParts(projectId: string, filter: ContactFilter): Promise<Search> {
  const parts = await partsOf(projectId, filter)
  const isUnsuppressed = filter.suppressed === false
  const read = isUnsuppressed ? readUnsuppressed : readParts
  const firstWalked = isUnsuppressed ? 0 : parts.findIndex(({ kind, rest }) => kind === 'ordered' && rest !== null)
  const counted = firstWalked < 0 ? parts : parts.slice(0, firstWalked)
  return async ({ after, limit, most }) => {
    const reading = { projectId, parts, after, deadline: Date.now() + SCAN_LIMIT_MS }
    const readPage = async () => pageOf(await read({ ...reading, most: limit + 1, shown: NOT_LISTED }), limit)
    if (after) return { ...(await readPage()), total: 0, isCapped: false }
    const total = await countInTime(projectId, counted, most)
    if (total === null) {
      const page = await readPage()
      return { ...page, total: page.contacts.length, isCapped: true }
    }
    if (total > most || firstWalked < 0) {
      return { ...(await readPage()), total: Math.min(total, most), isCapped: total > most }
    }
    // The contacts that are gone through for the page count at once.
    const found = await read<Place>({ ...reading, most: most + 1, shown: PLACE })
    const { contacts, ...page } = pageOf(found, limit)
    const isCapped = found.found.length > most || found.stop !== null
    return { ...page, contacts: await listed(projectId, contacts), total: Math.min(found.found.length, most), isCapped }
  }
}

/** The contacts in these places, in their order. */
export async function listed(projectId: string, places: readonly Pick<Place, '_id'>[]): Promise<ContactRecord[]> {
  const ids = places.map(({ _id }) => _id)
  const contacts = await Contact.find({ projectId, _id: { $in: ids } }, NOT_LISTED).lean<ContactRecord[]>()
  const byId = new Map(contacts.map((contact) => [contact._id, contact]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The page of what was read, which may have more contacts than the page. */
export function pageOf<Row extends Place>(
  { found, stop, walked }: PartsRead<Row>,
  limit: number,
): { contacts: Row[]; next: Position | null; walked: number | null } {
  const contacts = found.slice(0, limit).map(({ row }) => row)
  const last = found[limit - 1]
  if (found.length <= limit || !last) return { contacts, next: stop, walked: stop ? walked : null }
  return { contacts, next: positionOf(last), walked: null }
}

/** Counts the contacts of parts up to a number and one more; null if that takes too long. */
async function countInTime(projectId: string, parts: readonly ContactPart[], most: number): Promise<number | null> {
  try {
    return await countParts(projectId, parts, { most: most + 1, deadline: Date.now() + COUNT_LIMIT_MS })
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}

/** As `readParts`, without suppressed contacts. Each contact that is read counts as one that was gone through. */
async function readUnsuppressed<Row extends Place = ContactRecord>(reading: PartsReading): Promise<PartsRead<Row>> {
  const { projectId, most } = reading
  const kept: PartsRead<Row>['found'] = []
  let { after } = reading
  let [size, walked] = [most, 0]
  for (;;) {
    const read = await readParts<Row>({ ...reading, after, most: size, walked: Math.max(WALKED - walked, size) })
    const unsuppressed = new Set(
      await keepSuppressed(
        projectId,
        read.found.map(({ row }) => row),
        false,
      ),
    )
    kept.push(...read.found.filter(({ row }) => unsuppressed.has(row)))
    walked += Math.max(read.walked, read.found.length)
    const last = read.found.at(-1)
    if (kept.length >= most || read.found.length < size || !last) {
      return { found: kept.slice(0, most), walked, stop: kept.length >= most ? null : read.stop }
    }
    if (walked >= WALKED) return { found: kept, walked, stop: positionOf(last) }
    after = positionOf(last)
    size = READ_ON
  }
}

async function partsOf(projectId: string, filter: ContactFilter): Promise<ContactPart[]> {
  const { search, match, ...others } = filter
  const isByPrefix = search !== undefined && search !== '' && match === 'prefix'
  const { query } = await selectedContacts(projectId, isByPrefix ? others : filter)
  if (isOfNothing(query)) return []
  if (!isByPrefix) return [await indexedPart(projectId, query)]
  const selection = selectionOf(projectId, query)
  const { addresses, domains } = prefixesOf(search)
  if (addresses.length === 0) return [byDomain(selection, domains, {})]
  const addressed = byAddress(selection, { prefixes: addresses })
  if (domains.length === 0) return [addressed]
  // The index answers for a range, but not for a negation.
  const inDomains = rangesWithout(addresses).map((range) => byDomain(selection, domains, range))
  return [addressed, ...inDomains, ...(await partsByWord(selection, search, { addresses, domains }))]
}

/** The contacts that have the words of a text, and whose address and domain do not begin with it. */
async function partsByWord(
  { projectId, base, rest }: Selection,
  search: string,
  { addresses, domains }: Prefixes,
): Promise<ContactPart[]> {
  const filter = worded(search)
  if (!filter) return []
  const others = { $nor: [beginningWith('email', addresses), beginningWith('domain', domains)] }
  const selection = { projectId, base, rest: [...rest, filter, others] }
  const [word] = wordsOf(search)
  if (word !== undefined && (await areFew(projectId, allOf([{ projectId }, withWord(word)]), BY_WORDS))) {
    const holds = (email: string): boolean =>
      !addresses.some((prefix) => email.startsWith(prefix)) &&
      !domains.some((prefix) => domainOf(email).startsWith(prefix))
    return [byWord(selection, word, holds)]
  }
  // So many contacts have the words that they are soon found among the newest.
  return [byTime(selection, { dir: 'desc', hasSubscription: false })]
}
