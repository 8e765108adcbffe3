import { createContext, useContext } from 'react'
import type { ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { Filter } from '../../../models/domain/conditions/tree.js'
import type { ConditionEdit } from './edit-tree.js'
import type { Drop } from './filter-drag.js'
import type { KnownField } from './known-fields.js'
import type { ValueType } from './value-type.js'
import { fieldText, filterText } from './filter-text.js'

/** The values that the parts of one condition builder share. */
export interface Builder {
  scope: ConditionScope
  fields: readonly KnownField[]
  errors: ReadonlyMap<string, string>
  isDisabled: boolean
  edit: (edit: ConditionEdit) => void
  /** The drop place of the dragged filter. */
  drop: Drop | null
  setDrop: (drop: Drop | null) => void
}

/** The builder that a part belongs to. */
export const BuilderContext = createContext<Builder | null>(null)

/** The builder around this part. */
export function useBuilder() {
  const builder = useContext(BuilderContext)
  if (!builder) throw new Error('This part belongs into a condition builder')
  const { fields } = builder
  const find = (field: string): KnownField | undefined => fields.find(({ value }) => value === field)
  const typeOf = (field: string): ValueType => find(field)?.type ?? 'unknown'
  const labelOf = (field: string): string => find(field)?.label ?? fieldText(field)
  const textOf = (filter: Filter): string => filterText(filter, labelOf(filter.field), typeOf(filter.field))
  return { ...builder, typeOf, labelOf, textOf }
}
