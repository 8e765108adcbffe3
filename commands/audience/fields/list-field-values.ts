import { Contact } from '../../../models/contact.js'
import { MAX_VALUE_LENGTH } from '../../../models/domain/conditions/tree.js'
import { readFieldName } from '../../../models/domain/field-names.js'
import { escapeKey } from '../../../models/domain/fields.js'
import type { OwnedPipeline } from '../../../models/owned-model.js'
import { compareTexts } from '../../base/listing/address-prefix.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { scan } from '../../base/listing/scan.js'
import { fieldStates } from '../../base/records/known-fields.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { RANDOM_PART_INDEX, randomPart } from '../contacts/random-part.js'

// Of a large project, of which some thousand other contacts are read as well.
const NEWEST = 3_500

/** A value that a condition can compare a field with. */
export type FieldValue = string | number | boolean

/** The first distinct values of a field; `isEstimate` if only a part of the contacts was read, which may lack some. */
export interface FieldValues {
  values: FieldValue[]
  isEstimate: boolean
}

/**
 * The first distinct values that contacts have in a field, sorted by type and then by value. Each element of an array
 * is a value. Objects, arrays in arrays and texts too long for a condition are omitted. Addresses and the dates of
 * contacts are not listed. In a large project, they are the values of the newest contacts and of others drawn at
 * random, less than `MAX_READ` together. Throws SERVICE_UNAVAILABLE when reading takes too long.
 */
export async function listFieldValues(projectId: string, name: string, limit: number): Promise<FieldValues> {
  const named = readFieldName(name)
  if ('standard' in named) {
    return { values: named.standard === 'subscribed' ? [true, false].slice(0, limit) : [], isEstimate: false }
  }
  if ((await fieldStates(projectId, [named.key])).get(named.key) !== 'known') return { values: [], isEstimate: false }
  const { contacts } = await contactTotals(projectId)
  const reading = { projectId, key: escapeKey(named.key), limit }
  if (contacts <= MAX_READ) return { values: await valuesIn(reading, newest(projectId, MAX_READ)), isEstimate: false }
  const [ofNewest, ofOthers] = await Promise.all([
    valuesIn(reading, newest(projectId, NEWEST)),
    valuesIn(reading, { stages: [{ $match: await randomPart(projectId) }], hint: RANDOM_PART_INDEX }),
  ])
  const values = [...new Set([...ofNewest, ...ofOthers])].toSorted(compareValues)
  return { values: values.slice(0, limit), isEstimate: true }
}

/** The stages that read some contacts by an index. */
interface SomeContacts {
  stages: OwnedPipeline
  hint: Record<string, 1 | -1>
}

function newest(projectId: string, count: number): SomeContacts {
  return {
    stages: [{ $match: { projectId } }, { $sort: { _id: -1 } }, { $limit: count }],
    hint: { projectId: 1, _id: 1 },
  }
}

async function valuesIn(
  { projectId, key, limit }: { projectId: string; key: string; limit: number },
  { stages, hint }: SomeContacts,
): Promise<FieldValue[]> {
  const values = await scan(projectId, (limits) =>
    Contact.aggregate<{ _id: FieldValue }>([
      ...stages,
      { $project: { _id: 0, value: { $getField: { field: { $literal: key }, input: '$data' } } } },
      { $unwind: '$value' },
      { $match: { $expr: isComparable('$value') } },
      { $group: { _id: '$value' } },
      // MongoDB orders numbers before strings, and both before booleans.
      { $sort: { _id: 1 } },
      { $limit: limit },
    ])
      .option({ ...limits, hint })
      .exec(),
  )
  return values.map(({ _id }) => _id)
}

const TYPES = ['number', 'string', 'boolean']

/** Compares values as MongoDB sorts them. */
function compareValues(one: FieldValue, other: FieldValue): number {
  if (typeof one !== typeof other) return TYPES.indexOf(typeof one) - TYPES.indexOf(typeof other)
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other)
  return Number(one) - Number(other)
}

function isComparable(value: string): object {
  const type = { $type: value }
  // `$strLenCP` accepts only strings.
  const text = { $cond: [{ $eq: [type, 'string'] }, value, ''] }
  return {
    $and: [
      { $or: [{ $isNumber: value }, { $in: [type, ['string', 'bool']] }] },
      { $lte: [{ $strLenCP: text }, MAX_VALUE_LENGTH] },
    ],
  }
}
