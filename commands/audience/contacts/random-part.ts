import type { OwnedQuery } from '../../../models/owned-model.js'

/** The index that answers for a random part. */
export const RANDOM_PART_INDEX = { projectId: 1, _id: 1 } as const

const HEX = '0123456789abcdef'
/** At least so many contacts are read where a project has as many. A share of 10 % is then known to within 1 %. */
const READ_AT_LEAST = 5_000

/** The filter of some thousand contacts of a project that has so many contacts, drawn at random. */
export function randomPart(projectId: string, contacts: number): OwnedQuery {
  // The last digits of an id are random. The index alone tells which contacts have them.
  return { projectId, _id: { $regex: endingFor(contacts) } }
}

/** A pattern for the ends of ids that finds about as many of `contacts` as are to be read. */
function endingFor(contacts: number): string {
  const share = READ_AT_LEAST / Math.max(contacts, 1)
  let digits = 1
  while (16 ** -digits > share) digits += 1
  const chosen = Math.min(16, Math.ceil(share * 16 ** digits))
  return `[${HEX.slice(0, chosen)}]${'7'.repeat(digits - 1)}$`
}
