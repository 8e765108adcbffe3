import { faultsOf } from '../../../shared/condition-builder/faults.js'
import type { ContactFilters } from './filters.js'

/** The fault of the condition in an address; null for a valid condition or none. */
export function conditionFault(where: ContactFilters['where']): string | null {
  if (where === undefined) return null
  const [first] = faultsOf(where)
  if (!first) return null
  return first.field === '' ? first.message : `${first.field}: ${first.message}`
}
