import { parseField } from '../../../models/domain/conditions/condition-field.js'
import { allowedOperators, type ConditionScope } from '../../../models/domain/conditions/read-filter.js'
import type { Answer } from '../../api/client.js'
import { formatRate } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import type { ComboboxOption } from '../../ui/combobox-options.js'
import { ownEvents, systemEvents } from '../event-options.js'
import { typeOfStandard, type ValueType } from './value-type.js'
import { fieldText } from './filter-text.js'

const { groups } = t.conditions

/** A field that a filter may name. */
export interface KnownField extends ComboboxOption {
  type: ValueType
}

/** The names of a project that a condition can use; each part has an answer of its own. */
export interface Namable {
  fields?: Answer<'GET /contacts/fields'>['fields'] | undefined
  /** Whether the coverage of the fields is estimated. */
  isEstimate?: boolean | undefined
  events?: Pick<Answer<'GET /events/names'>, 'eventNames' | 'systemEventNames'> | undefined
  segments?: readonly { id: string; name: string }[] | undefined
  campaigns?: readonly { id: string; name: string }[] | undefined
  /** The data of some events of those that the condition is about. */
  eventData?: readonly Record<string, unknown>[] | undefined
}

const TYPES: Record<string, ValueType> = { string: 'text', number: 'number', boolean: 'yesNo', date: 'date' }

/** The fields that a condition of a scope may name, in their groups. */
export function knownFields(namable: Namable, scope: ConditionScope): KnownField[] {
  const all = [
    ...contactFields(namable),
    ...dataFields(namable.eventData ?? []),
    ...eventFields(namable.events),
    ...Object.entries(t.conditions.emails).map(([name, label]) => known(`email.${name}`, label, groups.emails)),
    ...(namable.segments ?? []).map(({ id, name }) => known(`segment.${id}`, name, groups.segments)),
    ...(namable.campaigns ?? []).map(({ id, name }) => known(`campaign.${id}`, name, groups.campaigns)),
  ]
  return all.filter(({ value }) => isInScope(value, scope))
}

/** A field made from a text, for one that no contact has yet; null where no field of the scope can be meant. */
export function fieldOf(text: string, scope: ConditionScope): ComboboxOption | null {
  const isWhole = parseField(text) !== null && isInScope(text, scope)
  const value = isWhole ? text : `${scope === 'wait' ? 'event.data' : 'data'}.${text}`
  return isInScope(value, scope) ? { value, label: t.conditions.newField(value) } : null
}

function isInScope(field: string, scope: ConditionScope): boolean {
  const isEventData = field.startsWith('event.data.')
  if (scope === 'wait') return isEventData
  return !(isEventData && scope === 'contact') && allowedOperators(field, scope).length > 0
}

function contactFields({ fields = [], isEstimate = false }: Namable): KnownField[] {
  return fields.map(({ field, type, isCustom, coverage }) => {
    const valueType = typeOfStandard(field) ?? TYPES[type] ?? 'unknown'
    if (!isCustom) return { ...known(field, fieldText(field), groups.contact), type: valueType }
    const hint = t.conditions.usage(t.conditions.types[valueType], formatRate(coverage * 100), isEstimate)
    return { ...known(field, fieldText(field), groups.custom), type: valueType, hint }
  })
}

function dataFields(events: NonNullable<Namable['eventData']>): KnownField[] {
  const values = new Map(events.toReversed().flatMap((data) => Object.entries(data)))
  return [...values].map(([key, value]) => ({
    ...known(`event.data.${key}`, key, groups.eventData),
    type: typeOf(value),
  }))
}

function typeOf(value: unknown): ValueType {
  return TYPES[typeof value] ?? 'unknown'
}

/** The events that the activity of a contact counts; those with fields of their own, such as opens, are left out. */
function eventFields(events: Namable['events']): KnownField[] {
  if (!events) return []
  const ofEmails = new Set(Object.keys(t.conditions.emails).map((name) => nameOf(`email.${name}`)))
  const others = systemEvents(events).filter(({ name }) => !ofEmails.has(name))
  return [
    ...ownEvents(events).map(({ name }) => known(`event.${name}`, name, groups.events)),
    ...others.map(({ name, description }) => {
      return { ...known(`event.${name}`, name, groups.systemEvents), hint: description }
    }),
  ]
}

/** The name of the event that a field is about; null for another field. */
function nameOf(field: string): string | null {
  const parsed = parseField(field)
  return parsed?.kind === 'activity' ? parsed.name : null
}

function known(value: string, label: string, group: string): KnownField {
  return { value, label, group, type: 'unknown' }
}
