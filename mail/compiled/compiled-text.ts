/** A text with fields: strings are its parts, and numbers are the fields between them. */
export type CompiledText = (string | number)[]

/** The field of the token in a recipient's links. */
export const TOKEN_FIELD = 0

/** Stands for the parameters of links among the fields that may change a document. No text has this field. */
export const PARAMETERS_FIELD = -1

/** Whether a text has a field. */
export function hasFields(text: CompiledText): boolean {
  return text.some((item) => typeof item === 'number')
}

/** The text with a value in each field. */
export function fillFields(text: CompiledText, values: readonly string[]): string {
  let filled = ''
  for (const item of text) filled += typeof item === 'string' ? item : (values[item] ?? '')
  return filled
}
