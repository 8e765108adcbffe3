import type { z } from 'zod'
import type { FieldCounts } from '../../commands/audience/fields/count-fields.js'
import { customFieldName, STANDARD_FIELDS } from '../../models/domain/field-names.js'
import { unescapeKey } from '../../models/domain/fields.js'
import type { FieldList } from '../schemas/field.js'

/** The fields of a project as the API lists them: the standard fields first, then the custom fields by name. */
export function presentFields({ fields, contacts, isEstimate }: FieldCounts): z.input<typeof FieldList> {
  const coverage = (count: number): number => (contacts === 0 ? 0 : count / contacts)
  const custom = fields.map(({ key, type, count }) => ({
    field: customFieldName(unescapeKey(key)),
    type,
    isCustom: true,
    coverage: coverage(count),
  }))
  const listed = [
    ...STANDARD_FIELDS.map(({ name, type }) => ({ field: name, type, isCustom: false, coverage: coverage(contacts) })),
    // Stored keys are escaped, so they sort differently from literal keys.
    ...custom.sort((a, b) => (a.field < b.field ? -1 : 1)),
  ]
  return { fields: listed, count: listed.length, isEstimate }
}
