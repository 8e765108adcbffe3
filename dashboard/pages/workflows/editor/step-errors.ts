import type { Draft, DraftError } from '../../../shared/workflow-draft/draft.js'
import { describeDraftError } from './editor-text.js'

/** The errors of one step, as its form shows them. */
export interface StepErrors {
  /** The errors of a field, such as `config.url`, or below it. */
  at: (field: string) => string | undefined
  /** All that is wrong at a field and below it, with its whole path. */
  under: (field: string) => readonly { field: string; message: string }[]
  /** The errors at no field that the form has. */
  rest: readonly string[]
}

/** The errors of a step for a form that has these fields. */
export function stepErrorsOf(
  draft: Draft,
  errors: readonly DraftError[],
  stepId: string,
  fields: readonly string[],
): StepErrors {
  const own = errors.filter((error) => error.stepId === stepId)
  const isAt = (error: DraftError, field: string): boolean =>
    error.field === field || error.field.startsWith(`${field}.`)
  return {
    at(field) {
      const found = own.find((error) => isAt(error, field))
      return found && describeDraftError(draft, found)
    },
    under: (field) =>
      own
        .filter((error) => isAt(error, field))
        .map((error) => ({ field: error.field, message: describeDraftError(draft, error) })),
    rest: own
      .filter((error) => !fields.some((field) => isAt(error, field)))
      .map((error) => describeDraftError(draft, error)),
  }
}
