import { Contact, type ContactRecord } from '../../../models/contact.js'
import { allOf } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedPipeline, OwnedQuery } from '../../../models/owned-model.js'
import { SORTED, WALKED } from '../../base/listing/read-bounds.js'
import { remainingMs, scan } from '../../base/listing/scan.js'
import type { ContactPart, OrderedPart, Place, SortedPart } from './contact-parts.js'
import type { Position } from './search-page.js'

/** What a list needs to know of a contact to count it and to find it again. */
export const PLACE = { email: 1, createdAt: 1 } as const

// A range is begun also when enough contacts were gone through, so that there is a place to go on from.
const LEAST_OF_RANGE = 100

/** Which contacts of some parts to read: at most `most` after a position, with the fields `shown`. */
export interface PartsReading {
  projectId: string
  parts: readonly ContactPart[]
  after: Position | null
  most: number
  shown: Record<string, 0 | 1>
  deadline: number
  /** How many contacts to go through at most for those that an index does not tell; `WALKED` if omitted. */
  walked?: number
  /** Whether nobody goes on from where the reading stops, which then is not looked up. */
  isOnly?: boolean
}

/**
 * The contacts that were found, and how many were gone through for them. `stop` is where the reading stopped because it
 * had gone through enough contacts; null if it found as many as it should, or reached the end.
 */
export interface PartsRead<Row> {
  found: Found<Row>[]
  walked: number
  stop: Position | null
}

/** A contact, and the part that it was found in. */
export interface Found<Row> {
  row: Row
  part: ContactPart
}

/** Reads the contacts of some parts, one part after the other, and goes through a limited number of contacts. */
export async function readParts<Row extends Place = ContactRecord>(reading: PartsReading): Promise<PartsRead<Row>> {
  const { parts, after, most, walked: mostWalked = WALKED } = reading
  const found: Found<Row>[] = []
  let walked = 0
  for (const [n, part] of partsFrom(parts, after).entries()) {
    const from = n === 0 ? after : null
    for (const range of part.kind === 'ordered' ? part.after(from) : [null]) {
      if (found.length >= most) return { found, walked, stop: null }
      const rest = { ...reading, most: most - found.length, after: from }
      if (part.kind === 'sorted') {
        found.push(...foundIn(part, await readSorted<Row>(rest, part)))
        continue
      }
      if (range === null) continue
      const left = Math.max(mostWalked - walked, LEAST_OF_RANGE)
      const read = await readRange<Row>({ ...rest, walked: left }, part, range)
      found.push(...foundIn(part, read.rows))
      walked += read.walked
      if (read.stop) return { found, walked, stop: read.stop }
    }
  }
  return { found, walked, stop: null }
}

/** The position after a contact. */
export function positionOf({ row, part }: Found<Place>): Position {
  return { sortValue: part.valueOf(row), id: row._id }
}

function foundIn<Row>(part: ContactPart, rows: readonly Row[]): Found<Row>[] {
  return rows.map((row) => ({ row, part }))
}

/** The parts from that of a position on; none for a position of another search. */
function partsFrom(parts: readonly ContactPart[], after: Position | null): readonly ContactPart[] {
  if (!after) return parts
  const first = parts.findIndex(({ holds }) => holds(after.sortValue))
  return first < 0 ? [] : parts.slice(first)
}

interface RangeRead<Row> {
  rows: Row[]
  walked: number
  stop: Position | null
}

async function readRange<Row extends Place>(
  { projectId, most, shown, deadline, walked = WALKED, isOnly = false }: PartsReading,
  { hint, sort, keys, rest, valueOf }: OrderedPart,
  range: OwnedQuery,
): Promise<RangeRead<Row>> {
  if (!rest) {
    // indexed: the first contacts of a range.
    const rows = await Contact.find(range, shown, { hint, maxTimeMS: remainingMs(deadline) })
      .sort(sort)
      .limit(most)
      .lean<Row[]>()
    return { rows, walked: 0, stop: null }
  }
  const stages: OwnedPipeline = [
    { $match: range },
    { $sort: sort },
    { $limit: walked },
    { $match: rest },
    { $limit: most },
    { $project: shown },
  ]
  const rows = await aggregate<Row>(projectId, stages, { hint, deadline })
  if (rows.length === most || isOnly) return { rows, walked, stop: null }
  const [last] = await scan(
    projectId,
    (limits) =>
      Contact.find(range, keys, { ...limits, hint })
        .sort(sort)
        .skip(walked - 1)
        .limit(1)
        .lean<Place[]>(),
    deadline,
  )
  return { rows, walked, stop: last ? { sortValue: valueOf(last), id: last._id ?? '' } : null }
}

async function readSorted<Row extends Place>(
  { projectId, after, most, shown, deadline }: PartsReading,
  { base, hint, sort, rest, after: isAfter }: SortedPart,
): Promise<Row[]> {
  const conditions = [...(rest ? [rest] : []), ...(after ? [isAfter(after)] : [])]
  const stages: OwnedPipeline = [
    { $match: base },
    { $limit: SORTED },
    ...(conditions.length > 0 ? [{ $match: allOf(conditions) }] : []),
    { $sort: sort },
    { $limit: most },
    { $project: shown },
  ]
  return aggregate<Row>(projectId, stages, { hint, deadline })
}

function aggregate<Row>(
  projectId: string,
  stages: OwnedPipeline,
  { hint, deadline }: Pick<ContactPart, 'hint'> & { deadline: number },
): Promise<Row[]> {
  return scan(
    projectId,
    (limits) =>
      Contact.aggregate<Row>(stages)
        .option({ ...limits, hint })
        .exec(),
    deadline,
  )
}

/** Counts the contacts of parts, none of which has to be gone through, up to `most`. */
export async function countParts(
  projectId: string,
  parts: readonly ContactPart[],
  { most, deadline }: { most: number; deadline: number },
): Promise<number> {
  let total = 0
  for (const part of parts) {
    if (total >= most) break
    const limit = most - total
    if (part.kind === 'ordered') {
      const [range = { projectId }] = part.after(null)
      const options = { limit, hint: part.hint }
      total += await scan(projectId, (limits) => Contact.countDocuments(range, { ...limits, ...options }), deadline)
    } else {
      const reading = { projectId, parts, after: null, most: limit, shown: PLACE, deadline }
      total += (await readSorted<Place>(reading, part)).length
    }
  }
  return total
}

/** Whether an index selects at most so many contacts as are sorted in a request. */
export async function areFew(projectId: string, filter: OwnedQuery, hint: ContactPart['hint']): Promise<boolean> {
  const options = { limit: SORTED + 1, hint }
  return (await scan(projectId, (limits) => Contact.countDocuments(filter, { ...limits, ...options }))) <= SORTED
}
