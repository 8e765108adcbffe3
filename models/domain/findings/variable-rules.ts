import type { FindingPlace } from './finding.js'
import type { VariableFact } from './message-facts.js'
import type { Rule } from './rule.js'

/** A variable that no contact and no message brings. */
export const unknownVariable: Rule = {
  code: 'unknown_variable',
  find: ({ variables }) =>
    variables
      .filter(({ isKnown }) => !isKnown)
      .map((variable) => ({
        ...placeOf(variable),
        severity: 'warning',
        message: `Unknown field ${variable.name}`,
        suggestion:
          variable.similar === null
            ? 'Check the spelling, or store the field on a contact first'
            : `Did you mean ${variable.similar}? Upper and lower case count`,
        variable: variable.name,
      })),
}

/** A variable that is printed, and leaves a gap where a recipient has no value. */
export const variableWithoutFallback: Rule = {
  code: 'variable_without_fallback',
  find: ({ variables }) =>
    variables
      .filter(({ isKnown, isCertain, isPrintedBare }) => isKnown && !isCertain && isPrintedBare)
      .map((variable) => ({
        ...placeOf(variable),
        severity: variable.isFilled ? 'info' : 'warning',
        message: `Recipients without ${variable.name} see an empty space`,
        suggestion: `Add a fallback: {{ ${variable.name} ?? "…" }}`,
        variable: variable.name,
      })),
}

function placeOf({ field, line, column }: VariableFact): FindingPlace {
  return { field, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) }
}
