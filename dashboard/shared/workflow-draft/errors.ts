import { graphFaults } from '../../../models/domain/definition-faults.js'
import type { FieldError } from '../../../models/domain/errors.js'
import { stepFaults, triggerFaults } from '../../../models/domain/workflow-faults.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import type { Draft, DraftError } from './draft.js'
import { graphOf, triggerStep } from './graph.js'

/** The errors that keep a draft from being enabled and that need no database, in the order of the steps. */
export function errorsOf(draft: Draft): DraftError[] {
  const { steps, ...graph } = graphOf(draft)
  const errors = [
    ...triggerFaults(draft.trigger),
    ...steps.flatMap((step) => (isBlank(step) ? stepFaults([step]).slice(0, 1) : stepFaults([step]))),
    ...graphFaults({ steps, ...graph }),
    ...nameErrors(draft),
  ]
  return inOrder(draft, placeErrors(draft, errors))
}

/** The errors of an answer of the API, each at its step or transition. */
export function placeErrors(
  draft: Draft,
  errors: readonly { field: string; message: string; code: string; stepId?: string | undefined }[],
): DraftError[] {
  return errors.map(({ field, message, code, stepId }) => {
    const [, kind, id = '', rest = ''] = /^(steps|transitions)\.([^.]+)\.(.+)$/.exec(field) ?? []
    if (kind === 'transitions') return { stepId: stepId ?? null, transitionId: id, field: rest, message, code }
    if (kind === 'steps') return { stepId: id, transitionId: null, field: rest, message, code }
    const isOfTrigger = /^trigger(Type|Config)|^allowReentry/.test(field)
    const ofTrigger = isOfTrigger ? (triggerStep(draft)?.id ?? null) : null
    return { stepId: stepId ?? ofTrigger, transitionId: null, field, message, code }
  })
}

/** Merges two lists of errors in the order of the steps; two errors at the same place become one. */
export function mergeErrors(draft: Draft, own: readonly DraftError[], answered: readonly DraftError[]): DraftError[] {
  const placeOf = ({ stepId, transitionId, field }: DraftError): string => JSON.stringify([stepId, transitionId, field])
  const known = new Set(own.map(placeOf))
  const ids = new Set(draft.steps.map(({ id }) => id))
  const fresh = answered.filter(
    (error) => !known.has(placeOf(error)) && (error.stepId === null || ids.has(error.stepId)),
  )
  return inOrder(draft, [...own, ...fresh])
}

/** A decision that asks nothing yet lacks one thing, and not each part of it. */
function isBlank({ type, config }: Step): boolean {
  return type === 'CONDITION' && Object.keys(config).length === 0
}

function nameErrors({ name, steps }: Draft): FieldError[] {
  const isBlank = (text: string): boolean => text.trim() === ''
  const fields = [
    ...(isBlank(name) ? ['name'] : []),
    ...steps.filter((step) => isBlank(step.name)).map(({ id }) => `steps.${id}.name`),
  ]
  return fields.map((field) => ({ field, message: 'A name is needed', code: 'required' }))
}

function inOrder({ steps }: Draft, errors: readonly DraftError[]): DraftError[] {
  const places = new Map(steps.map(({ id }, place) => [id, place]))
  const placeOf = ({ stepId }: DraftError): number => (stepId === null ? -1 : (places.get(stepId) ?? -1))
  return [...errors].sort((a, b) => placeOf(a) - placeOf(b))
}
