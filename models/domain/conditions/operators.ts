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
const CAMPAIGN = ['received', 'notReceived', 'opened', 'notOpened', 'clicked', 'notClicked'] as const

// Operators that compare a value of a contact, or of an event's data.
const COMPARISON_OPERATORS = [...TEXT, ...ORDER, ...PRESENCE, ...LIST, ...AGE] as const
export type ActivityOperator = (typeof ACTIVITY)[number]
export type OrderOperator = (typeof ORDER)[number]

/** Every operator of a condition. */
export const CONDITION_OPERATORS = [...COMPARISON_OPERATORS, ...ACTIVITY, ...MEMBERSHIP, ...CAMPAIGN] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** The operators for each kind of subject; `context` is the event's data. */
export const OPERATORS_OF: Record<
  'email' | 'subscribed' | 'date' | 'data' | 'context' | 'activity' | 'segment' | 'campaign',
  readonly ConditionOperator[]
> = {
  email: TEXT,
  subscribed: ['equals', 'notEquals'],
  date: ['equals', 'notEquals', ...ORDER, ...AGE],
  data: COMPARISON_OPERATORS,
  context: COMPARISON_OPERATORS,
  activity: ACTIVITY,
  segment: MEMBERSHIP,
  campaign: CAMPAIGN,
}

const VALUELESS: ReadonlySet<string> = new Set([...PRESENCE, 'triggered', 'notTriggered', ...MEMBERSHIP, ...CAMPAIGN])
const TIMED: ReadonlySet<string> = new Set([...AGE, 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'])

/** Whether a value is the name of an operator. */
export function isConditionOperator(value: unknown): value is ConditionOperator {
  return (CONDITION_OPERATORS as readonly unknown[]).includes(value)
}

/** Whether an operator tests the history of an event. */
export function isActivityOperator(operator: ConditionOperator): operator is ActivityOperator {
  return (ACTIVITY as readonly string[]).includes(operator)
}

/** Whether an operator compares by order. */
export function isOrderOperator(operator: ConditionOperator): operator is OrderOperator {
  return (ORDER as readonly string[]).includes(operator)
}

/** Whether an operator needs no value. */
export function isValueless(operator: ConditionOperator): boolean {
  return VALUELESS.has(operator)
}

/** Whether an operator looks back an amount of time from now, so that time alone can change its result. */
export function isTimed(operator: ConditionOperator): boolean {
  return TIMED.has(operator)
}
