import type { Filter } from '../../../models/domain/conditions/tree.js'

/** A filter that says nothing yet. */
export function newFilter(): Filter {
  return { field: '', operator: 'equals' }
}
