import { MESSAGE_TYPES, SOURCE_TYPES } from '../../models/domain/message-kinds.js'
import { STEP_TYPES } from '../../models/domain/workflow-graph.js'

const TYPES = [...STEP_TYPES, ...MESSAGE_TYPES, ...SOURCE_TYPES, 'SEGMENT', 'FILTERED', 'SCHEDULE', 'CUSTOM', 'EVENT']
const TYPE_NAME = new RegExp(String.raw`\b(?:[A-Z]+_[A-Z_]+|${[...new Set(TYPES)].join('|')})\b`)
const EVENT_NAME = /\b(?:contact|email|workflow|segment|campaign)\.[a-z]+\b/
const FIELD_PATH = /\b[a-z]+[A-Z][A-Za-z]*\b|\b(?:config|data|event|steps)\.[a-z]/

/** What a text for people has of a type, an event or a field by its name in the API; null for plain words. */
export function codeIn(text: string): string | null {
  // What stands in braces, brackets or backticks is code, and shown as such.
  const shown = text.replaceAll(/\{\{.*?\}\}|\[[A-Z]+\]|`[^`]*`/g, '')
  return (TYPE_NAME.exec(shown) ?? EVENT_NAME.exec(shown) ?? FIELD_PATH.exec(shown))?.[0] ?? null
}
