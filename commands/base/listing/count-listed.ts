import type { mongo } from 'mongoose'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { createKept } from './kept.js'
import { scan, scanIf, type ScanLimits } from './scan.js'

type Index = string | mongo.BSON.Document

// A list counts its items up to this number, because counting reads an index entry for each.
const MAX_TOTAL = 1_000_000
// Counting this many items costs no more than reading a page of them.
const EXACT_UP_TO = 1_000

/** The part of a model that counts its documents. */
interface Countable {
  collection: {
    name: string
    countDocuments(filter: OwnedQuery, options: { limit: number; hint?: Index } & Partial<ScanLimits>): Promise<number>
  }
}

/**
 * How a list is counted: by the index `hint`, up to `most` items. A caller lowers `most` where each document must be
 * read, because an index entry does not show whether it counts. With `isScan` counting reads any number of
 * items that do not count.
 */
export interface CountOptions {
  hint?: Index
  most?: number
  isScan?: boolean
}

const keptTotal = createKept<number>()

/**
 * How many items a list of a project has on all its pages. Up to a thousand items the number is exact. Above that it is
 * a count of this process that is at most a minute old, and at most a million, or `most`. Counting more than a thousand
 * items, or those that an index does not show, is a scan: throws SERVICE_UNAVAILABLE as `scan`, unless an older total
 * is known.
 */
export async function countListed(
  projectId: string,
  { collection }: Countable,
  filter: OwnedQuery,
  { hint, most = MAX_TOTAL, isScan = false }: CountOptions = {},
): Promise<number> {
  const count = (limit: number) => (limits: Partial<ScanLimits>) =>
    collection.countDocuments(filter, { ...limits, limit, ...(hint === undefined ? {} : { hint }) })
  const few = await scanIf(isScan, projectId, count(EXACT_UP_TO + 1))
  if (few <= EXACT_UP_TO) return few
  const key = `${collection.name} ${JSON.stringify(filter)}`
  return keptTotal(key, () => scan(projectId, count(most)))
}
