import { parseField } from './conditions/condition-field.js'
import type { ConditionTree } from './conditions/tree.js'
import { walkFilters } from './conditions/walk-filters.js'
import { isPlainObject } from './fields.js'
import type { ReferringWorkflow } from './workflow-references.js'
import type { Step } from './workflow-graph.js'

/** A segment that a workflow refers to, and the field that names it, as `steps.<id>.config.field`. */
export interface SegmentReference {
  field: string
  segmentId: string
}

/** Every reference of a workflow to a segment: by its schedule, and in the conditions of its trigger and its steps. */
export function segmentReferences({
  triggerConfig,
  steps,
}: {
  triggerConfig: ReferringWorkflow['triggerConfig']
  steps: Pick<Step, 'id' | 'type' | 'config'>[]
}): SegmentReference[] {
  const deciding = steps.filter(({ type }) => type === 'CONDITION')
  return [
    ...audienceIn(triggerConfig),
    ...referencesIn(triggerConfig, 'triggerConfig'),
    ...deciding.flatMap(({ id, config }) => [...referencesIn(config, `steps.${id}.config`)]),
  ]
}

function* audienceIn(triggerConfig: { segmentId?: unknown }): Generator<SegmentReference> {
  const { segmentId } = triggerConfig
  if (typeof segmentId === 'string') yield { field: 'triggerConfig.segmentId', segmentId }
}

function* referencesIn(value: unknown, path: string): Generator<SegmentReference> {
  if (!isPlainObject(value)) return
  if (isTree(value)) {
    for (const { filter, path: at } of walkFilters(value, path)) yield* referenceOf(filter.field, at)
    return
  }
  yield* referenceOf(value['field'], path)
  for (const [key, item] of Object.entries(value)) yield* referencesIn(item, `${path}.${key}`)
}

function* referenceOf(field: unknown, path: string): Generator<SegmentReference> {
  const named = typeof field === 'string' ? parseField(field) : null
  if (named?.kind === 'segment') yield { field: `${path}.field`, segmentId: named.id }
}

function isTree(value: object): value is ConditionTree {
  return 'groups' in value && Array.isArray(value.groups)
}
