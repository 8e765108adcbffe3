import { isConditionOperator } from './conditions/operators.js'
import { isConditionTree, type ConditionTree } from './conditions/tree.js'
import { isPlainObject } from './fields.js'
import type { Step } from './workflow-graph.js'

/** The parts of a workflow that can refer to fields, events and segments. */
export interface ReferringWorkflow {
  triggerConfig: object
  steps: Pick<Step, 'type' | 'config'>[]
}

/** Every condition of a workflow: of its trigger, of its CONDITION steps in all their forms, and of its waits. */
export function conditionsOf({ triggerConfig, steps }: ReferringWorkflow): ConditionTree[] {
  const decisionSteps = steps.filter(({ type }) => type === 'CONDITION' || type === 'WAIT_FOR_EVENT')
  return [triggerConfig, ...decisionSteps.map(({ config }) => config)].flatMap((config) => [...conditionsIn(config)])
}

/** Names of the events that start a workflow or that it waits for. */
export function awaitedEvents({ triggerConfig, steps }: ReferringWorkflow): Set<string> {
  const waits = steps.filter(({ type }) => type === 'WAIT_FOR_EVENT').map(({ config }) => config)
  return new Set(
    [triggerConfig as Record<string, unknown>, ...waits].flatMap(({ eventName }) =>
      typeof eventName === 'string' ? [eventName] : [],
    ),
  )
}

/** Literal keys of the custom fields that a workflow writes. */
export function writtenFields({ steps }: ReferringWorkflow): Set<string> {
  const updates = steps.filter(({ type }) => type === 'UPDATE_CONTACT').map(({ config }) => config['updates'])
  return new Set(updates.flatMap((fields) => (isPlainObject(fields) ? Object.keys(fields) : [])))
}

function* conditionsIn(value: unknown): Generator<ConditionTree> {
  if (Array.isArray(value)) {
    for (const item of value) yield* conditionsIn(item)
  } else if (isPlainObject(value)) {
    if (isConditionTree(value)) {
      yield value
      return
    }
    if (typeof value['field'] === 'string') yield comparisonsOf(value['field'], value)
    for (const item of Object.values(value)) yield* conditionsIn(item)
  }
}

/** The condition of a comparison in a step, whose branches may each have their own operator. */
function comparisonsOf(field: string, { operator, branches }: Record<string, unknown>): ConditionTree {
  const ofBranches: unknown[] = Array.isArray(branches)
    ? branches.map((branch: { operator?: unknown }) => branch?.operator)
    : []
  const operators = [operator, ...ofBranches].filter(isConditionOperator)
  return { logic: 'AND', groups: [{ filters: operators.map((operator) => ({ field, operator })) }] }
}
