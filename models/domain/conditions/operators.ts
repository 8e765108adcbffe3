const TEXT = ['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'endsWith'] as const
const ORDER = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'] as const
const PRESENCE = ['exists', 'notExists'] as const
const LIST = ['in', 'notIn'] as const
const AGE = ['within', 'olderThan'] as const
const ACTIVITY = [
  'triggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggered',
  'notTriggeredWithin',
  'triggeredAtLeast',
] as const
const MEMBERSHIP = ['memberOfSegment', 'notMemberOfSegment'] as const

// What compares a value of a contact, or of an event's data.
const COMPARISON_OPERATORS = [...TEXT, ...ORDER, ...PRESENCE, ...LIST, ...AGE] as const
export type ActivityOperator = (typeof ACTIVITY)[number]
export type OrderOperator = (typeof ORDER)[number]

/** Every operator of a condition. */
export const CONDITION_OPERATORS = [...COMPARISON_OPERATORS, ...ACTIVITY, ...MEMBERSHIP] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** The operators that a subject of each kind takes; `context` is the data of the event at hand. */
export const OPERATORS_OF: Record<
  'email' | 'subscribed' | 'date' | 'data' | 'context' | 'activity' | 'segment',
  readonly ConditionOperator[]
> = {
  email: TEXT,
  subscribed: ['equals', 'notEquals'],
  date: ['equals', 'notEquals', ...ORDER, ...AGE],
  data: COMPARISON_OPERATORS,
  context: COMPARISON_OPERATORS,
  activity: ACTIVITY,
  segment: MEMBERSHIP,
}

const VALUELESS: ReadonlySet<string> = new Set([...PRESENCE, 'triggered', 'notTriggered', ...MEMBERSHIP])
const TIMED: ReadonlySet<string> = new Set([...AGE, 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'])

/** Whether the value is the name of an operator. */
export function isConditionOperator(value: unknown): value is ConditionOperator {
  return (CONDITION_OPERATORS as readonly unknown[]).includes(value)
}

/** Whether the operator asks for events of one name. */
export function isActivityOperator(operator: ConditionOperator): operator is ActivityOperator {
  return (ACTIVITY as readonly string[]).includes(operator)
}

/** Whether the operator asks what is greater. */
export function isOrderOperator(operator: ConditionOperator): operator is OrderOperator {
  return (ORDER as readonly string[]).includes(operator)
}

/** Whether the operator compares with nothing, so that a value beside it means nothing. */
export function isValueless(operator: ConditionOperator): boolean {
  return VALUELESS.has(operator)
}

/** Whether the operator looks back an amount of a unit from now, so that only time can change its answer. */
export function isTimed(operator: ConditionOperator): boolean {
  return TIMED.has(operator)
}
