import { isConditionOperator } from './conditions/operators.js'
import type { ConditionTree } from './conditions/tree.js'
import { isPlainObject } from './fields.js'
import type { Step } from './workflow-graph.js'

/** What of a workflow can refer to fields and events. */
export interface ReferringWorkflow {
  triggerConfig: object
  steps: Pick<Step, 'type' | 'config'>[]
}

/** Every condition in a workflow: of its trigger, of its CONDITION steps in each of their forms, and of its waits. */
export function conditionsOf({ triggerConfig, steps }: ReferringWorkflow): ConditionTree[] {
  const deciding = steps.filter(({ type }) => type === 'CONDITION' || type === 'WAIT_FOR_EVENT')
  return [triggerConfig, ...deciding.map(({ config }) => config)].flatMap((config) => [...conditionsIn(config)])
}

/** The events that a workflow starts with or waits for. */
export function awaitedEvents({ triggerConfig, steps }: ReferringWorkflow): Set<string> {
  const waits = steps.filter(({ type }) => type === 'WAIT_FOR_EVENT').map(({ config }) => config)
  return new Set(
    [triggerConfig as Record<string, unknown>, ...waits].flatMap(({ eventName }) =>
      typeof eventName === 'string' ? [eventName] : [],
    ),
  )
}

/** The custom fields that a workflow writes, by their literal keys. */
export function writtenFields({ steps }: ReferringWorkflow): Set<string> {
  const updates = steps.filter(({ type }) => type === 'UPDATE_CONTACT').map(({ config }) => config['updates'])
  return new Set(updates.flatMap((fields) => (isPlainObject(fields) ? Object.keys(fields) : [])))
}

function* conditionsIn(value: unknown): Generator<ConditionTree> {
  if (Array.isArray(value)) {
    for (const item of value) yield* conditionsIn(item)
  } else if (isPlainObject(value)) {
    if (isTree(value)) {
      yield value
      return
    }
    if (typeof value['field'] === 'string') yield comparisonsOf(value['field'], value)
    for (const item of Object.values(value)) yield* conditionsIn(item)
  }
}

function isTree(value: object): value is ConditionTree {
  return 'groups' in value && Array.isArray(value.groups)
}

/** A comparison written out in a step, whose branches may each have an operator, as the condition that it is. */
function comparisonsOf(field: string, { operator, branches }: Record<string, unknown>): ConditionTree {
  const ofBranches: unknown[] = Array.isArray(branches)
    ? branches.map((branch: { operator?: unknown }) => branch?.operator)
    : []
  const operators = [operator, ...ofBranches].filter(isConditionOperator)
  return { logic: 'AND', groups: [{ filters: operators.map((operator) => ({ field, operator })) }] }
}
