import type { DataPatch } from './data.js'
import { escapeKey } from './fields.js'
import { wordsIn } from './text-words.js'

const PARTS = ['first', 'last', 'full']

/** The custom fields that hold a person's name, by their usual spellings; keys are literal. */
export const NAME_FIELDS: readonly string[] = [
  'name',
  'Name',
  'NAME',
  ...PARTS.flatMap((part) => {
    const title = capitalised(part)
    return [
      ...[' ', '_', '-', ''].flatMap((between) => [
        `${part}${between}name`,
        `${title}${between}Name`,
        `${title}${between}name`,
        `${part}${between}name`.toUpperCase(),
      ]),
      `${part}Name`,
    ]
  }),
]
const NAMING = new Set(NAME_FIELDS)
/** The custom fields that hold a person's name, with escaped keys. */
export const STORED_NAME_FIELDS: readonly string[] = NAME_FIELDS.map(escapeKey)

/** The words of the name in these custom fields (with escaped keys), as `wordsIn` reads them; none without a name. */
export function nameWordsOf(data: Record<string, unknown>): string[] {
  return STORED_NAME_FIELDS.flatMap((key) => {
    const value = Object.hasOwn(data, key) ? data[key] : undefined
    return typeof value === 'string' ? wordsIn(value) : []
  })
}

/** Whether a patch may change the name of a contact. */
export function touchesName({ clearAll, set, unset }: DataPatch): boolean {
  return clearAll || [...Object.keys(set), ...unset].some((key) => NAMING.has(key))
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
