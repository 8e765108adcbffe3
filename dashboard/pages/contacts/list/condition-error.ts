import { errorsOf } from '../../../shared/condition-builder/errors.js'
import type { ContactFilters } from './filters.js'

/** The error of the condition in an address; null for a valid condition or none. */
export function conditionError(where: ContactFilters['where']): string | null {
  if (where === undefined) return null
  const [first] = errorsOf(where)
  if (!first) return null
  return first.field === '' ? first.message : `${first.field}: ${first.message}`
}
