import type { Answer } from '../../api/client.js'
import type { CodeCompletion } from '../code-editor/editor-parts.js'

type Field = Answer<'GET /contacts/fields'>['fields'][number]

const PREFIX = 'data.'
// A name of several such words is read as one; another one stands in brackets.
const PLAIN = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u

/** The name of a contact's field in a template. */
export function variableOf({ field, isCustom }: Pick<Field, 'field' | 'isCustom'>): string {
  if (!isCustom) return field === 'email' || field === 'subscribed' ? field : `contact.${field}`
  const key = field.slice(PREFIX.length)
  return PLAIN.test(key) ? key : `data[${JSON.stringify(key)}]`
}

/** Fields of contacts, then the links of every message, then what the page knows beside. */
export function variablesOf(
  fields: readonly Field[],
  links: Readonly<Record<string, string>>,
  more: readonly CodeCompletion[],
): CodeCompletion[] {
  const own = fields.map((field) => ({ label: variableOf(field), detail: field.type }))
  return [...own, ...Object.entries(links).map(([label, detail]) => ({ label, detail })), ...more]
}
