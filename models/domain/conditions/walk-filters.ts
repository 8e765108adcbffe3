import { parseField, subjectOf, type Subject } from './condition-field.js'
import { isTimed } from './operators.js'
import { topLevelKeys } from './path-candidates.js'
import type { ConditionTree, Filter } from './tree.js'

/** Every filter of a condition with its path, such as `groups.0.conditions.groups.1.filters.0`. */
export function* walkFilters(tree: ConditionTree, prefix = ''): Generator<{ filter: Filter; path: string }> {
  for (const [index, { filters, conditions }] of tree.groups.entries()) {
    const path = `${prefix}${prefix && '.'}groups.${index}`
    for (const [at, filter] of filters.entries()) yield { filter, path: `${path}.filters.${at}` }
    if (conditions) yield* walkFilters(conditions, `${path}.conditions`)
  }
}

/** The custom fields that decide a condition: every one that a path of it may begin with. */
export function dataKeysOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'data' ? topLevelKeys(subject.path) : [])))
}

/** The events whose history decides a condition, by the names under which they are stored (`email.open`). */
export function eventNamesOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'activity' ? [subject.name] : [])))
}

/** The segments that a condition itself refers to. */
export function segmentIdsOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'segment' ? [subject.id] : [])))
}

/** Whether time alone can change who meets a condition; the segments that it refers to are not looked into. */
export function isTimeDependent(tree: ConditionTree): boolean {
  return filtersOf(tree).some(({ operator }) => isTimed(operator))
}

/** Whether a condition asks for a contact's field: `email`, `createdAt`, or `data.` and a literal key. */
export function mentionsField(tree: ConditionTree, field: string): boolean {
  const wanted = parseField(field)
  if (wanted?.kind === 'data') return dataKeysOf(tree).has(wanted.path)
  return subjectsOf(tree).some((subject) =>
    subject.kind === 'date' ? wanted?.kind === 'date' && subject.name === wanted.name : isOwn(subject, wanted?.kind),
  )
}

/** Whether a condition asks for the history of an event, by the name under which it is stored (`email.open`). */
export function mentionsEvent(tree: ConditionTree, name: string): boolean {
  return eventNamesOf(tree).has(name)
}

function isOwn({ kind }: Subject, wanted: string | undefined): boolean {
  return (kind === 'email' || kind === 'subscribed') && kind === wanted
}

function filtersOf(tree: ConditionTree): Filter[] {
  return [...walkFilters(tree)].map(({ filter }) => filter)
}

function subjectsOf(tree: ConditionTree): Subject[] {
  return filtersOf(tree).flatMap((filter) => subjectOf(filter) ?? [])
}
