import type { Step, StepType, Transition } from '../../models/domain/workflow-graph.js'

let count = 0

/** A step that holds only what matters to the test. */
export function makeStep(type: StepType, fields: Partial<Step> = {}): Step {
  const now = new Date()
  const position = { x: 0, y: 0 }
  return {
    id: nextId(),
    type,
    name: type,
    position,
    config: {},
    templateId: null,
    createdAt: now,
    updatedAt: now,
    ...fields,
  }
}

/** A transition between two steps; no branch serves every outcome. */
export function makeTransition(from: Step, to: Step, branch: string | null = null, priority = 0): Transition {
  return { id: nextId(), fromStepId: from.id, toStepId: to.id, branch, priority, createdAt: new Date() }
}

function nextId(): string {
  count += 1
  return `01900000-0000-7000-8000-${String(count).padStart(12, '0')}`
}
