import { expect } from 'chai'

type Texts = object

/** Every text by its dotted name, and its placeholders. A text is neither empty nor surrounded by spaces. */
export function placesByName(texts: Texts): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(textsByName(texts)).map(([name, text]) => {
      expect(text.trim(), name).to.equal(text).and.not.equal('')
      return [name, (text.match(/\{\w+\}/g) ?? []).sort()]
    }),
  )
}

/** Every text by its dotted name. */
export function textsByName(texts: Texts, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, value]: [string, string | Texts]) =>
      typeof value === 'string' ? [[prefix + name, value]] : Object.entries(textsByName(value, `${prefix}${name}.`)),
    ),
  )
}
