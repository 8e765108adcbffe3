import type { Fault } from '../../../models/domain/conditions/read-operand.js'
import { readFilter } from '../../../models/domain/conditions/read-filter.js'
import type { FieldErrorCode } from '../../../models/domain/errors.js'
import { isPlainObject } from '../../../models/domain/fields.js'

/** A fault of a part of the config of a CONDITION step. */
export interface ConfigFault {
  path: PropertyKey[]
  message: string
  code: FieldErrorCode
}

/** A config as it was sent, any part of which may be invalid. */
export interface SentConfig {
  field?: unknown
  operator?: unknown
  value?: unknown
  unit?: unknown
  condition?: unknown
  mode?: unknown
  branches?: unknown
}

const COMPARISON = ['operator', 'value', 'unit'] as const
const BESIDE_CONDITION = ['field', ...COMPARISON, 'mode', 'branches'] as const

/** The faults between the parts of a config; a missing part is no fault. */
export function configFaults(config: SentConfig): ConfigFault[] {
  const branches: unknown[] = Array.isArray(config.branches) ? config.branches : []
  return [
    ...mixedForms(config),
    ...repeatedIds(branches),
    ...comparisonFaults(config, config.field, []),
    ...branches.flatMap((branch, index) => comparisonFaults(branch, config.field, ['branches', index])),
  ]
}

function mixedForms(config: SentConfig): ConfigFault[] {
  if (config.condition !== undefined) {
    return given(config, BESIDE_CONDITION, 'A step with a condition cannot have other settings')
  }
  if (config.mode === undefined && config.branches === undefined) return []
  const withoutMode: ConfigFault[] =
    config.mode === undefined ? [{ path: ['mode'], message: 'branches require the mode multi', code: 'required' }] : []
  return [...withoutMode, ...given(config, COMPARISON, 'In multi mode, each branch has its own operator and value')]
}

function given(config: SentConfig, parts: readonly (keyof SentConfig)[], message: string): ConfigFault[] {
  return parts
    .filter((part) => config[part] !== undefined)
    .map((part): ConfigFault => ({ path: [part], message, code: 'custom' }))
}

function repeatedIds(branches: unknown[]): ConfigFault[] {
  const ids = branches.map((branch) => (isPlainObject(branch) ? branch['id'] : undefined))
  return ids.flatMap((id, index): ConfigFault[] => {
    const isFirst = id === undefined || ids.indexOf(id) === index
    return isFirst
      ? []
      : [{ path: ['branches', index, 'id'], message: 'Another branch already has this id', code: 'custom' }]
  })
}

function comparisonFaults(comparison: unknown, field: unknown, path: PropertyKey[]): ConfigFault[] {
  if (!isPlainObject(comparison)) return []
  const { faults } = readFilter({ ...comparison, field }, 'workflow')
  return faults
    .filter(isOfComparison)
    .map(({ at, message, code }) => ({ path: [...path, ...at.split('.')], message, code }))
}

// The field belongs to the config, not to each comparison.
function isOfComparison({ at, code }: Fault): boolean {
  return code !== 'required' && at !== 'field'
}
