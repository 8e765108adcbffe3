import { Contact } from '../../../models/contact.js'
import { Field, type FieldRecord } from '../../../models/field.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { createKept } from '../../base/listing/kept.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { scan } from '../../base/listing/scan.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { RANDOM_PART_INDEX, randomPart } from '../contacts/random-part.js'

/** The custom fields of a project with the number of contacts that have each. */
export interface FieldCounts {
  fields: (FieldRecord & { count: number })[]
  contacts: number
  /** Whether the numbers of the fields are estimated from a part of the contacts. */
  isEstimate: boolean
}

/** How many contacts were read, and how many of them have each field, by its escaped key. */
interface KeyCounts {
  read: number
  byKey: ReadonlyMap<string, number>
}

const keptEstimate = createKept<KeyCounts>()

/**
 * Counts the contacts that have each custom field of a project. With more than 10,000 contacts, the numbers are
 * estimated from a random part of them, at most a minute ago. Throws SERVICE_UNAVAILABLE as `scan`.
 */
export async function countFields(projectId: string): Promise<FieldCounts> {
  const [fields, { contacts }] = await Promise.all([listFields(projectId), contactTotals(projectId)])
  if (fields.length === 0) return { fields: [], contacts, isEstimate: false }
  const isEstimate = contacts > MAX_READ
  const { read, byKey } = isEstimate
    ? await keptEstimate(projectId, async () => countKeys(projectId, await randomPart(projectId)))
    : await countKeys(projectId, { projectId })
  const all = isEstimate ? contacts : read
  const countOf = ({ key }: FieldRecord): number => Math.round(((byKey.get(key) ?? 0) / Math.max(read, 1)) * all)
  return { fields: fields.map((field) => ({ ...field, count: countOf(field) })), contacts: all, isEstimate }
}

/** The custom fields of a project, by their escaped keys. */
export function listFields(projectId: string): Promise<FieldRecord[]> {
  return Field.find({ projectId, deletedAt: null }).sort({ key: 1 }).lean()
}

async function countKeys(projectId: string, part: OwnedQuery): Promise<KeyCounts> {
  const keys = { $map: { input: { $objectToArray: { $ifNull: ['$data', {}] } }, in: '$$this.k' } }
  const counts = await scan(projectId, (limits) =>
    Contact.aggregate<{ _id: string | null; count: number }>([
      { $match: part },
      // Each contact counts under null besides its fields.
      { $project: { _id: 0, keys: { $concatArrays: [keys, [null]] } } },
      { $unwind: '$keys' },
      { $group: { _id: '$keys', count: { $sum: 1 } } },
    ])
      .option({ hint: RANDOM_PART_INDEX, ...limits })
      .exec(),
  )
  const byKey = new Map(counts.flatMap(({ _id, count }) => (_id === null ? [] : [[_id, count]])))
  return { read: counts.find(({ _id }) => _id === null)?.count ?? 0, byKey }
}
