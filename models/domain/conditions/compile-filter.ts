import { normaliseAddress, normaliseAddressPart } from '../addresses.js'
import { receiptField, RECEIPTS, storedReceipt, type CampaignReceipt } from '../campaign-receipt.js'
import { escapeKey } from '../fields.js'
import { UTC_CLOCK, type ZoneClock } from '../time-zone.js'
import { storedAnniversary } from './anniversary.js'
import { activityNames, subjectOf } from './condition-field.js'
import { dateRange, rangeOfFilter } from './date-range.js'
import { expressionPredicate, textPattern } from './expression-predicate.js'
import { anyOf, EVERYTHING, NOTHING, type MongoFilter } from './mongo-filter.js'
import type { NativePlace } from './native-place.js'
import { nativePredicate } from './native-predicate.js'
import { cutoffOf, EARLIEST_MS } from './operand.js'
import { eventPathCandidates, pathCandidates } from './path-candidates.js'
import { pathExpression, type Expression } from './path-expression.js'
import type { Filter } from './tree.js'

/** The state of a custom field in a project: `absent` if no contact ever had the field. */
export type FieldState = 'known' | 'deleted' | 'absent'

/** Context for compiling the filters of one project. */
export interface FilterContext {
  /** The moment from which `within` and similar operators look back, and `withinNext` looks ahead. */
  now: Date
  /**
   * The state of the custom field with this literal key. Filters on a deleted field match no contact, not even negated
   * filters, so that a deletion never extends a narrow audience to all contacts.
   */
  fieldState: (key: string) => FieldState
  /**
   * The number of the campaign with this id; 0 if it has not begun to be sent. Null for a campaign that the project
   * does not have or whose receipts contacts no longer hold: filters on it match no contact. By default all are 0.
   */
  campaignNumber?: (id: string) => number | null
  /** Expression for the event's data, with escaped keys. Without it, filters on the event match no contact. */
  event?: Expression
  /** Expression for the moment from which filters on the event look back; by default `now`. */
  eventTime?: Expression
  /** The clock of the project's time zone, which decides when days begin; by default that of UTC. */
  clock?: ZoneClock
}

/** Compiles a filter that does not refer to a segment; an invalid filter matches no contact. */
export function compileFilter(filter: Filter, context: FilterContext): MongoFilter {
  const subject = subjectOf(filter)
  switch (subject?.kind) {
    case 'email':
      return compileEmail(filter)
    case 'subscribed':
      return compileSubscribed(filter)
    case 'date':
      return compileDate(subject.name, filter, context)
    case 'data':
      return compileData(subject.path, filter, context)
    case 'context': {
      if (context.event === undefined) return NOTHING
      const found = pathExpression(context.event, eventPathCandidates(subject.path))
      return { $expr: expressionPredicate(found, filter, context.eventTime ?? context.now, context.clock) }
    }
    case 'activity':
      return compileActivity(subject.name, filter, context.now)
    case 'campaign': {
      const { campaignNumber = () => 0 } = context
      return compileCampaign(campaignNumber(subject.id), filter)
    }
    case 'segment':
    case undefined:
      return NOTHING
    default:
      return subject satisfies never
  }
}

function compileEmail({ operator, value }: Filter): MongoFilter {
  if (operator === 'exists') return EVERYTHING
  if (typeof value !== 'string') return NOTHING
  const pattern = textPattern(operator, normaliseAddressPart(value))
  const spellings = [...new Set([normaliseAddress(value), value.trim().toLowerCase()])]
  switch (operator) {
    case 'equals':
      return { email: { $in: spellings } }
    case 'notEquals':
      return { email: { $nin: spellings } }
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return { email: { $regex: pattern } }
    case 'notContains':
      return { email: { $not: { $regex: pattern } } }
    default:
      return NOTHING
  }
}

function compileSubscribed({ operator, value }: Filter): MongoFilter {
  if (operator === 'exists') return EVERYTHING
  if (typeof value !== 'boolean') return NOTHING
  if (operator === 'equals') return { subscribed: { $eq: value } }
  return operator === 'notEquals' ? { subscribed: { $ne: value } } : NOTHING
}

function compileDate(
  name: 'createdAt' | 'updatedAt',
  filter: Filter,
  { now, clock = UTC_CLOCK }: FilterContext,
): MongoFilter {
  const { operator, value } = filter
  if (operator === 'exists') return EVERYTHING
  if (operator === 'anniversary') return storedAnniversary(name, filter, now, clock)
  const isEquality = operator === 'equals' || operator === 'notEquals'
  const range = isEquality ? dateRange('equals', value, clock) : rangeOfFilter(filter, now, clock)
  if (!range) return NOTHING
  const { from, to } = range.instants
  const isWithin = {
    ...(from === null ? {} : { $gte: new Date(from) }),
    ...(to === null ? {} : { $lte: new Date(Math.max(to, EARLIEST_MS)) }),
  }
  return { [name]: operator === 'notEquals' ? { $not: isWithin } : isWithin }
}

function compileData(path: string, filter: Filter, { now, fieldState, clock = UTC_CLOCK }: FilterContext): MongoFilter {
  const candidates = pathCandidates(path)
  const inState = (state: FieldState): string[][] => candidates.filter(([key = '']) => fieldState(key) === state)
  const paths = inState('known')
  const [first, ...others] = paths
  if (!first) {
    // A contact cannot have a field that the project never had.
    return filter.operator === 'notExists' && inState('deleted').length === 0 ? EVERYTHING : NOTHING
  }
  const found = pathExpression('$data', paths)
  if (others.length === 0) return nativeData(first, filter, { found, now, clock })
  return { $expr: expressionPredicate(found, filter, now, clock) }
}

/** Compiles a filter on data whose path has one candidate into a query on that path. */
function nativeData(keys: string[], filter: Filter, place: Omit<NativePlace, 'path'>): MongoFilter {
  const fields = keys.map((_, index) => ['data', ...keys.slice(0, index + 1).map(escapeKey)].join('.'))
  const found = nativePredicate(filter, { ...place, path: fields.pop() ?? '' })
  if (fields.length === 0) return found
  // Queries look into arrays, but filters must not.
  const throughArray = fields.map((field) => ({ [field]: { $type: 'array' } }))
  if (filter.operator === 'notExists') return { $or: [...throughArray, found] }
  return { $and: [{ $nor: throughArray }, found] }
}

function compileActivity(name: string, filter: Filter, now: Date): MongoFilter {
  const summaries = activityNames(name).map((counted) => `activity.${escapeKey(counted)}`)
  const { operator, value } = filter
  const happened = (times: number): MongoFilter =>
    anyOf(summaries.map((summary) => ({ [`${summary}.count`]: { $gte: times } })))
  if (operator === 'triggered') return happened(1)
  if (operator === 'notTriggered') return { $nor: [happened(1)] }
  if (operator === 'triggeredAtLeast') return typeof value === 'number' && value >= 1 ? happened(value) : NOTHING
  const cutoff = cutoffOf(filter, now)
  if (!cutoff) return NOTHING
  // The time remains when the count is decreased to zero.
  const recent = anyOf(
    summaries.map((summary) => ({ [`${summary}.last`]: { $gte: cutoff }, [`${summary}.count`]: { $gte: 1 } })),
  )
  switch (operator) {
    case 'triggeredWithin':
      return recent
    case 'triggeredOlderThan':
      return { $and: [happened(1), { $nor: [recent] }] }
    case 'notTriggeredWithin':
      return { $nor: [recent] }
    default:
      return NOTHING
  }
}

function compileCampaign(number: number | null, { operator }: Filter): MongoFilter {
  if (number === null) return NOTHING
  const field = receiptField(number)
  const stored = (...receipts: CampaignReceipt[]) => receipts.map((receipt) => storedReceipt(number, receipt))
  const { received, opened, clicked } = RECEIPTS
  switch (operator) {
    case 'received':
      return { [field]: { $in: stored(received, opened, clicked) } }
    case 'notReceived':
      return { [field]: { $nin: stored(received, opened, clicked) } }
    case 'opened':
      return { [field]: { $in: stored(opened, clicked) } }
    case 'notOpened':
      return { [field]: { $in: stored(received) } }
    case 'clicked':
      return { [field]: { $in: stored(clicked) } }
    case 'notClicked':
      return { [field]: { $in: stored(received, opened) } }
    default:
      return NOTHING
  }
}
