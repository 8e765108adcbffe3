import { parseField, subjectOf, type Subject } from './condition-field.js'
import { dateOf } from './operand.js'
import { isOfToday, isTimed } from './operators.js'
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

/** Literal keys of the custom fields that a condition depends on: every key that one of its paths may begin with. */
export function dataKeysOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'data' ? topLevelKeys(subject.path) : [])))
}

/** Stored names (`email.open`) of the events whose history a condition depends on. */
export function eventNamesOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'activity' ? [subject.name] : [])))
}

/** Ids of the segments that a condition refers to directly. */
export function segmentIdsOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'segment' ? [subject.id] : [])))
}

/** Ids of the campaigns that a condition refers to. */
export function campaignIdsOf(tree: ConditionTree): Set<string> {
  return new Set(subjectsOf(tree).flatMap((subject) => (subject.kind === 'campaign' ? [subject.id] : [])))
}

/**
 * Whether no event changes which contacts meet a condition: it names no event, no campaign, and no segment, whose
 * members may depend on events.
 */
export function ignoresEvents(tree: ConditionTree): boolean {
  return subjectsOf(tree).every(({ kind }) => kind !== 'activity' && kind !== 'campaign' && kind !== 'segment')
}

/** Whether time alone can change which contacts meet a condition, without regard to the segments that it refers to. */
export function isTimeDependent(tree: ConditionTree): boolean {
  return filtersOf(tree).some(({ operator }) => isTimed(operator))
}

/** Whether a condition compares with a date or with the current day. Its meaning then depends on when days begin. */
export function comparesDates(tree: ConditionTree): boolean {
  return filtersOf(tree).some(
    ({ operator, value }) => isOfToday(operator) || [value].flat().some((item) => dateOf(item) !== null),
  )
}

/** Whether a condition uses a field of contacts: `email`, `createdAt`, or `data.` and a literal key. */
export function mentionsField(tree: ConditionTree, field: string): boolean {
  const wanted = parseField(field)
  if (wanted?.kind === 'data') return dataKeysOf(tree).has(wanted.path)
  return subjectsOf(tree).some((subject) =>
    subject.kind === 'date'
      ? wanted?.kind === 'date' && subject.name === wanted.name
      : isSubjectOf(subject, wanted?.kind),
  )
}

/** Whether a condition depends on the history of an event, by its stored name (`email.open`). */
export function mentionsEvent(tree: ConditionTree, name: string): boolean {
  return eventNamesOf(tree).has(name)
}

function isSubjectOf({ kind }: Subject, wanted: string | undefined): boolean {
  return (kind === 'email' || kind === 'subscribed') && kind === wanted
}

function filtersOf(tree: ConditionTree): Filter[] {
  return [...walkFilters(tree)].map(({ filter }) => filter)
}

function subjectsOf(tree: ConditionTree): Subject[] {
  return filtersOf(tree).flatMap((filter) => subjectOf(filter) ?? [])
}
