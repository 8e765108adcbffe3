import { Contact } from '../../../models/contact.js'
import { MAX_VALUE_LENGTH } from '../../../models/domain/conditions/tree.js'
import { readFieldName } from '../../../models/domain/field-names.js'
import { escapeKey } from '../../../models/domain/fields.js'
import type { OwnedPipeline } from '../../../models/owned-model.js'
import { scan } from '../../base/listing/scan.js'
import { fieldStates } from '../../base/records/known-fields.js'

/** A value that a condition can compare a field with. */
export type FieldValue = string | number | boolean

/**
 * The first distinct values that contacts have in a field, sorted by type and then by value. Each element of an array
 * is a value. Objects, arrays in arrays and texts too long for a condition are omitted. Addresses and the dates of
 * contacts are not listed. Throws SERVICE_UNAVAILABLE when there are too many contacts to read.
 */
export async function listFieldValues(projectId: string, name: string, limit: number): Promise<FieldValue[]> {
  const named = readFieldName(name)
  if ('standard' in named) return named.standard === 'subscribed' ? [true, false].slice(0, limit) : []
  if ((await fieldStates(projectId, [named.key])).get(named.key) !== 'known') return []
  const key = escapeKey(named.key)
  const stages: OwnedPipeline = [
    { $match: { projectId, [`data.${key}`]: { $exists: true } } },
    { $project: { _id: 0, value: { $getField: { field: { $literal: key }, input: '$data' } } } },
    { $unwind: '$value' },
    { $match: { $expr: isComparable('$value') } },
    { $group: { _id: '$value' } },
    // MongoDB orders numbers before strings, and both before booleans.
    { $sort: { _id: 1 } },
    { $limit: limit },
  ]
  const values = await scan(projectId, (limits) =>
    Contact.aggregate<{ _id: FieldValue }>(stages)
      .option({ ...limits, allowDiskUse: true })
      .exec(),
  )
  return values.map(({ _id }) => _id)
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
