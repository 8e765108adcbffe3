import { graphFaults } from '../../../models/domain/definition-faults.js'
import type { FieldError } from '../../../models/domain/errors.js'
import { stepFaults, triggerFaults } from '../../../models/domain/workflow-faults.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import type { Draft, DraftFault } from './draft.js'
import { graphOf, triggerStep } from './graph.js'

/** The faults that keep a draft from being enabled and that need no database, in the order of the steps. */
export function faultsOf(draft: Draft): DraftFault[] {
  const { steps, ...graph } = graphOf(draft)
  const faults = [
    ...triggerFaults(draft.trigger),
    ...steps.flatMap((step) => (isBlank(step) ? stepFaults([step]).slice(0, 1) : stepFaults([step]))),
    ...graphFaults({ steps, ...graph }),
    ...nameFaults(draft),
  ]
  return inOrder(draft, placeFaults(draft, faults))
}

/** The faults of an answer of the API, each at its step or transition. */
export function placeFaults(
  draft: Draft,
  faults: readonly { field: string; message: string; code: string; stepId?: string | undefined }[],
): DraftFault[] {
  return faults.map(({ field, message, code, stepId }) => {
    const [, kind, id = '', rest = ''] = /^(steps|transitions)\.([^.]+)\.(.+)$/.exec(field) ?? []
    if (kind === 'transitions') return { stepId: stepId ?? null, transitionId: id, field: rest, message, code }
    if (kind === 'steps') return { stepId: id, transitionId: null, field: rest, message, code }
    const isOfTrigger = /^trigger(Type|Config)|^allowReentry/.test(field)
    const ofTrigger = isOfTrigger ? (triggerStep(draft)?.id ?? null) : null
    return { stepId: stepId ?? ofTrigger, transitionId: null, field, message, code }
  })
}

/** Merges two lists of faults in the order of the steps; two faults at the same place become one. */
export function mergeFaults(draft: Draft, own: readonly DraftFault[], answered: readonly DraftFault[]): DraftFault[] {
  const placeOf = ({ stepId, transitionId, field }: DraftFault): string => JSON.stringify([stepId, transitionId, field])
  const known = new Set(own.map(placeOf))
  const ids = new Set(draft.steps.map(({ id }) => id))
  const fresh = answered.filter(
    (fault) => !known.has(placeOf(fault)) && (fault.stepId === null || ids.has(fault.stepId)),
  )
  return inOrder(draft, [...own, ...fresh])
}

/** A decision that asks nothing yet lacks one thing, and not each part of it. */
function isBlank({ type, config }: Step): boolean {
  return type === 'CONDITION' && Object.keys(config).length === 0
}

function nameFaults({ name, steps }: Draft): FieldError[] {
  const isBlank = (text: string): boolean => text.trim() === ''
  const fields = [
    ...(isBlank(name) ? ['name'] : []),
    ...steps.filter((step) => isBlank(step.name)).map(({ id }) => `steps.${id}.name`),
  ]
  return fields.map((field) => ({ field, message: 'A name is needed', code: 'required' }))
}

function inOrder({ steps }: Draft, faults: readonly DraftFault[]): DraftFault[] {
  const places = new Map(steps.map(({ id }, place) => [id, place]))
  const placeOf = ({ stepId }: DraftFault): number => (stepId === null ? -1 : (places.get(stepId) ?? -1))
  return [...faults].sort((a, b) => placeOf(a) - placeOf(b))
}
