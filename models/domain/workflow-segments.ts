import { parseField } from './conditions/condition-field.js'
import { isConditionTree } from './conditions/tree.js'
import { walkFilters } from './conditions/walk-filters.js'
import { isPlainObject } from './fields.js'
import type { ReferringWorkflow } from './workflow-references.js'
import type { Step } from './workflow-graph.js'

/** A reference of a workflow to a segment, with the path of its field, such as `steps.<id>.config.field`. */
export interface SegmentReference {
  field: string
  segmentId: string
}

/** Every reference of a workflow to segments: in its schedule, and in the conditions of its trigger and steps. */
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
  if (isConditionTree(value)) {
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
