import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '../../../models/domain/errors.js'
import type { Graph, Step, Transition } from '../../../models/domain/workflow-graph.js'
import type { TriggerConfig } from '../../../models/workflow.js'
import { withTemplate } from './workflow-step.js'

/** A step as an author sends it, with an id of the author's; the config has been checked for its type. */
export type StepDefinition = Pick<Step, 'id' | 'type' | 'name' | 'config' | 'templateId'> &
  Partial<Pick<Step, 'position'>>

/** A transition as an author sends it. */
export type TransitionDefinition = Omit<Transition, 'createdAt'>

/**
 * The graph of a definition. What the workflow has already keeps its place in the order and its times, so that a
 * definition that changes nothing equals the workflow.
 */
export function graphOf(
  before: Graph,
  { steps, transitions }: { steps: readonly StepDefinition[]; transitions: readonly TransitionDefinition[] },
): Graph {
  const now = new Date()
  const oldSteps = new Map(before.steps.map((step) => [step.id, step]))
  const oldTransitions = new Map(before.transitions.map((transition) => [transition.id, transition]))
  return {
    steps: inOrderOf(before.steps, steps).map((step) => stepOf(step, oldSteps.get(step.id), now)),
    transitions: inOrderOf(before.transitions, transitions).map((transition) => ({
      ...transition,
      createdAt: oldTransitions.get(transition.id)?.createdAt ?? now,
    })),
  }
}

/** The faults of steps that only the stored workflow shows: another type under a known id, and a trigger's config. */
export function identityFaults(
  { steps: before }: Graph,
  steps: readonly StepDefinition[],
  triggerConfig: TriggerConfig,
): FieldError[] {
  const types = new Map(before.map(({ id, type }) => [id, type]))
  return steps.flatMap(({ id, type, config }): FieldError[] => {
    const known = types.get(id)
    if (known !== undefined && known !== type) {
      const message = `The type of a step cannot be changed. This is a ${known} step`
      return [{ field: `steps.${id}.type`, message, code: 'custom', stepId: id }]
    }
    if (type !== 'TRIGGER' || Object.keys(config).length === 0 || isDeepStrictEqual(config, triggerConfig)) return []
    const message = "Configure a TRIGGER step with the workflow's triggerConfig"
    return [{ field: `steps.${id}.config`, message, code: 'custom', stepId: id }]
  })
}

function stepOf({ id, type, name, ...sent }: StepDefinition, old: Step | undefined, now: Date): Step {
  const templateId = type === 'SEND_EMAIL' ? (sent.templateId ?? (sent.config['templateId'] as string) ?? null) : null
  const position = sent.position ?? old?.position ?? { x: 0, y: 0 }
  // The config of a TRIGGER is the `triggerConfig` of its workflow.
  const parts =
    type === 'TRIGGER' ? { config: old?.config ?? {}, templateId: null } : withTemplate(sent.config, templateId)
  const step = { id, type, name, position, ...parts, createdAt: old?.createdAt ?? now }
  const isSame = old !== undefined && isDeepStrictEqual({ ...step, updatedAt: old.updatedAt }, old)
  return { ...step, updatedAt: isSame ? old.updatedAt : now }
}

/** The items that are known in their known order, and then the others. */
function inOrderOf<Item extends { id: string }>(known: readonly { id: string }[], items: readonly Item[]): Item[] {
  const places = new Map(known.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Item): number => places.get(id) ?? known.length
  return [...items].sort((a, b) => placeOf(a) - placeOf(b))
}
