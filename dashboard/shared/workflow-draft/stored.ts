import type { Answer, Input } from '../../api/client.js'
import type { Draft, DraftStep, Position } from './draft.js'
import { transitionsOf } from './graph.js'

type Workflow = Answer<'GET /workflows/:id'>
type Definition = Input<'PUT /workflows/:id/definition'>['body']

const UNPLACED: Position = { x: 0, y: 0 }

/** A workflow of the API as a draft. */
export function draftOf(workflow: Workflow): Draft {
  const { name, description, triggerType, triggerConfig, allowReentry, steps, transitions } = workflow
  return {
    name,
    description,
    trigger: { triggerType, triggerConfig, allowReentry },
    steps: steps.map(stepOf),
    transitions: transitionsOf({ transitions }),
    positions: placedByHand(steps),
  }
}

/** The body that publishes a draft made from this version. */
export function definitionOf(draft: Draft, base: { version: number; updatedAt: string }): Definition {
  const { name, description, trigger, steps, transitions, positions } = draft
  const { triggerType, triggerConfig, allowReentry } = trigger
  return {
    name,
    description,
    triggerType,
    triggerConfig: triggerConfig as NonNullable<Definition['triggerConfig']>,
    allowReentry,
    baseVersion: base.version,
    ifUpdatedAt: base.updatedAt,
    steps: steps.map(({ id, type, name, config, templateId }) => ({
      id,
      type,
      name,
      config: config as NonNullable<Definition['steps'][number]['config']>,
      templateId,
      position: storedPosition(positions[id]),
    })),
    transitions: [...transitions],
  }
}

function stepOf({ id, type, name, config, templateId }: Workflow['steps'][number]): DraftStep {
  // The template stands beside the config, and the config of a TRIGGER in the workflow.
  const { templateId: _, ...rest } = config
  return { id, type, name, config: type === 'TRIGGER' ? {} : rest, templateId }
}

/** The API puts a step at x 0 that the author has not placed: the layout places it. */
function placedByHand(steps: Workflow['steps']): Record<string, Position> {
  const placed = steps.filter(({ position }) => position.x !== UNPLACED.x)
  return Object.fromEntries(placed.map(({ id, position }) => [id, position]))
}

function storedPosition(position: Position | undefined): Position {
  if (!position) return UNPLACED
  return position.x === UNPLACED.x ? { ...position, x: 1 } : position
}
