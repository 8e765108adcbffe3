import { parseField } from './conditions/condition-field.js'
import { isConditionTree } from './conditions/tree.js'
import { eventNamesOf, walkFilters } from './conditions/walk-filters.js'
import { isPlainObject } from './fields.js'
import { awaitedEvents, conditionsOf, type ReferringWorkflow } from './workflow-references.js'
import type { Step } from './workflow-graph.js'

/** A reference of a workflow to a segment, with the path of its field, such as `steps.<id>.config.field`. */
export interface SegmentReference {
  field: string
  segmentId: string
}

/** A reference of a workflow to a campaign, with the path of its field. */
export interface CampaignReference {
  field: string
  campaignId: string
}

interface Definition {
  triggerConfig: ReferringWorkflow['triggerConfig']
  steps: Pick<Step, 'id' | 'type' | 'config'>[]
}

/** A segment, and the slug in the names of its events. */
export interface NamedSegment {
  id: string
  slug: string
}

/** The trigger of a workflow. The config may still hold fields of another type of trigger. */
export interface Trigger {
  triggerType: 'EVENT' | 'MANUAL' | 'SCHEDULE'
  triggerConfig: ReferringWorkflow['triggerConfig']
}

/** Whether the trigger of a workflow needs a segment: its event, its filter, or the audience of its schedule. */
export function triggerNeeds({ triggerType, triggerConfig }: Trigger, segment: NamedSegment): boolean {
  const { segmentId, ...ofEvent } = triggerConfig as { segmentId?: unknown }
  if (triggerType === 'MANUAL') return false
  return isNeeded({ triggerConfig: triggerType === 'SCHEDULE' ? { segmentId } : ofEvent, steps: [] }, segment)
}

/** Whether a step needs a segment: in a condition, or by the name of one of its events. */
export function stepNeeds(step: Pick<Step, 'id' | 'type' | 'config'>, segment: NamedSegment): boolean {
  return step.type !== 'TRIGGER' && isNeeded({ triggerConfig: {}, steps: [step] }, segment)
}

const SEGMENT_EVENT = /^segment\.(.+)\.(?:entry|exit)$/s

/** The slugs in the names of segment events that start a workflow, end its waits, or occur in its conditions. */
export function segmentSlugs(workflow: ReferringWorkflow): Set<string> {
  const names = [...awaitedEvents(workflow), ...conditionsOf(workflow).flatMap((tree) => [...eventNamesOf(tree)])]
  return new Set(names.flatMap((name) => SEGMENT_EVENT.exec(name)?.[1] ?? []))
}

function isNeeded(workflow: Parameters<typeof segmentReferences>[0], { id, slug }: NamedSegment): boolean {
  return segmentReferences(workflow).some(({ segmentId }) => segmentId === id) || segmentSlugs(workflow).has(slug)
}

/** Every reference of a workflow to segments: in its schedule, and in the conditions of its trigger and steps. */
export function segmentReferences(workflow: Definition): SegmentReference[] {
  const inConditions = namedIn(workflow, 'segment').map(({ field, id }) => ({ field, segmentId: id }))
  return [...audienceIn(workflow.triggerConfig), ...inConditions]
}

/** Every reference of a workflow to campaigns, in the conditions of its trigger and steps. */
export function campaignReferences(workflow: Definition): CampaignReference[] {
  return namedIn(workflow, 'campaign').map(({ field, id }) => ({ field, campaignId: id }))
}

function namedIn({ triggerConfig, steps }: Definition, kind: 'segment' | 'campaign'): ResourceReference[] {
  const decisionSteps = steps.filter(({ type }) => type === 'CONDITION' || type === 'WAIT_FOR_EVENT')
  const references = [
    ...referencesIn(triggerConfig, 'triggerConfig'),
    ...decisionSteps.flatMap(({ id, config }) => [...referencesIn(config, `steps.${id}.config`)]),
  ]
  return references.filter((reference) => reference.kind === kind)
}

function* audienceIn(triggerConfig: { segmentId?: unknown }): Generator<SegmentReference> {
  const { segmentId } = triggerConfig
  if (typeof segmentId === 'string') yield { field: 'triggerConfig.segmentId', segmentId }
}

/** A segment or campaign in a condition, and the path of the reference. */
interface ResourceReference {
  kind: 'segment' | 'campaign'
  id: string
  field: string
}

function* referencesIn(value: unknown, path: string): Generator<ResourceReference> {
  if (!isPlainObject(value)) return
  if (isConditionTree(value)) {
    for (const { filter, path: at } of walkFilters(value, path)) yield* referenceOf(filter.field, at)
    return
  }
  yield* referenceOf(value['field'], path)
  for (const [key, item] of Object.entries(value)) yield* referencesIn(item, `${path}.${key}`)
}

function* referenceOf(field: unknown, path: string): Generator<ResourceReference> {
  const subject = typeof field === 'string' ? parseField(field) : null
  if (subject?.kind === 'segment' || subject?.kind === 'campaign') yield { ...subject, field: `${path}.field` }
}
