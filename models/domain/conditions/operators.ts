const TEXT = ['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'endsWith'] as const
const ORDER = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'] as const
const PRESENCE = ['exists', 'notExists'] as const
const LIST = ['in', 'notIn'] as const
const TIME = ['within', 'withinNext', 'olderThan'] as const
const ANNIVERSARY = 'anniversary'
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
const COMPARISON_OPERATORS = [...TEXT, ...ORDER, ...PRESENCE, ...LIST, ...TIME, ANNIVERSARY] as const
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
  date: ['equals', 'notEquals', ...ORDER, ...TIME, ANNIVERSARY],
  data: COMPARISON_OPERATORS,
  context: COMPARISON_OPERATORS,
  activity: ACTIVITY,
  segment: MEMBERSHIP,
  campaign: CAMPAIGN,
}

const VALUELESS: ReadonlySet<string> = new Set([...PRESENCE, 'triggered', 'notTriggered', ...MEMBERSHIP, ...CAMPAIGN])
const MEASURED: ReadonlySet<string> = new Set([...TIME, 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'])

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

/** Whether an operator takes no value. */
export function isValueless(operator: ConditionOperator): boolean {
  return VALUELESS.has(operator)
}

/** Whether an operator may be used with a value and without one. */
export function isValueOptional(operator: ConditionOperator): boolean {
  return operator === ANNIVERSARY
}

/** Whether an operator measures an amount of time from now, so that it needs a unit. */
export function isMeasured(operator: ConditionOperator): boolean {
  return MEASURED.has(operator)
}

/** Whether an operator depends on the current moment, so that time alone can change its result. */
export function isTimed(operator: ConditionOperator): boolean {
  return isMeasured(operator) || operator === ANNIVERSARY
}

/** Whether an operator depends on when the current day begins, whatever its value is. */
export function isOfToday(operator: ConditionOperator): boolean {
  return operator === 'withinNext' || operator === ANNIVERSARY
}
