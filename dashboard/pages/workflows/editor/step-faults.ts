import type { Draft, DraftFault } from '../../../shared/workflow-draft/draft.js'
import { faultText } from './words.js'

/** The faults of one step, as its form shows them. */
export interface StepFaults {
  /** The faults of a field, such as `config.url`, or below it. */
  at: (field: string) => string | undefined
  /** All that is wrong at a field and below it, with its whole path. */
  under: (field: string) => readonly { field: string; message: string }[]
  /** The faults at no field that the form has. */
  rest: readonly string[]
}

/** The faults of a step for a form that has these fields. */
export function stepFaultsOf(
  draft: Draft,
  faults: readonly DraftFault[],
  stepId: string,
  fields: readonly string[],
): StepFaults {
  const own = faults.filter((fault) => fault.stepId === stepId)
  const isAt = (fault: DraftFault, field: string): boolean =>
    fault.field === field || fault.field.startsWith(`${field}.`)
  return {
    at(field) {
      const found = own.find((fault) => isAt(fault, field))
      return found && faultText(draft, found)
    },
    under: (field) =>
      own
        .filter((fault) => isAt(fault, field))
        .map((fault) => ({ field: fault.field, message: faultText(draft, fault) })),
    rest: own.filter((fault) => !fields.some((field) => isAt(fault, field))).map((fault) => faultText(draft, fault)),
  }
}
