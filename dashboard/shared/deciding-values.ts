import { parseField } from '../../models/domain/conditions/condition-field.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { walkFilters } from '../../models/domain/conditions/walk-filters.js'
import { lookUp } from '../../models/domain/fields.js'

interface ShownContact {
  subscribed: boolean
  createdAt: string
  updatedAt: string
  data: Record<string, unknown>
}

/** A value of a contact that a condition compares; `at` where it is a moment. */
export interface DecidingValue {
  field: string
  value: unknown
  at?: string
}

/** The fields of a condition that a list of contacts has values of, each once; the address every list shows anyway. */
export function comparedFields(tree: ConditionTree | null): string[] {
  if (!tree) return []
  const fields = [...walkFilters(tree)].map(({ filter }) => filter.field)
  return [...new Set(fields)].filter((field) => ['data', 'subscribed', 'date'].includes(parseField(field)?.kind ?? ''))
}

/** The values of a contact in these fields; a field that it does not have is left out. */
export function decidingValues(contact: ShownContact, fields: readonly string[]): DecidingValue[] {
  return fields.flatMap((field): DecidingValue[] => {
    const parsed = parseField(field)
    if (parsed?.kind === 'date') return [{ field, value: null, at: contact[parsed.name] }]
    const value = parsed?.kind === 'data' ? lookUp(contact.data, parsed.path) : contact.subscribed
    return value === undefined || value === null ? [] : [{ field, value }]
  })
}
