import { faultsOf } from '../../shared/condition-builder/faults.js'
import type { ContactFilters } from './filters.js'

/** Why the condition in an address is none; null where it is one, or where there is none. */
export function conditionFault(where: ContactFilters['where']): string | null {
  if (where === undefined) return null
  const [first] = faultsOf(where)
  if (!first) return null
  return first.field === '' ? first.message : `${first.field}: ${first.message}`
}
