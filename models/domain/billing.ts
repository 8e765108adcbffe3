/** The categories of emails that are counted and limited by the month. */
export const BILLING_CATEGORIES = ['workflows', 'campaigns', 'transactional', 'inbound'] as const

export type BillingCategory = (typeof BILLING_CATEGORIES)[number]

/** The numbers of emails of a month by category. */
export type BillingUsage = Record<BillingCategory, number>

/** The most emails of a month by category; null: any number. */
export type BillingLimits = Record<BillingCategory, number | null>

/** The use of a limit. */
export interface LimitState {
  limit: number | null
  usage: number
  /** In whole percent, rounded down; null without a limit. */
  percentage: number | null
  isWarning: boolean
  isBlocked: boolean
}

/** Every status of a subscription: docs.stripe.com/api/subscriptions/object#subscription_object-status. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] as const

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The subscription of a project, in the state that Stripe reported last. */
export interface BillingSubscription {
  id: string
  status: SubscriptionStatus
  /** Whether Stripe ended it because no payment succeeded. */
  endedUnpaid: boolean
}

const WARNING_PERCENT = 80

/** The state of a limit after `usage` emails. */
export function stateOfLimit(limit: number | null, usage: number): LimitState {
  if (limit === null) return { limit, usage, percentage: null, isWarning: false, isBlocked: false }
  const percentage = limit === 0 ? 100 : Math.floor((100 * usage) / limit)
  return { limit, usage, percentage, isWarning: percentage >= WARNING_PERCENT, isBlocked: usage >= limit }
}

/** Whether a project pays. While a payment is `past_due`, Stripe still tries to collect it. */
export function isSubscribed(subscription: BillingSubscription | null | undefined): boolean {
  return subscription != null && ['active', 'trialing', 'past_due'].includes(subscription.status)
}

/** Whether a subscription of this status has ended for good. */
export function hasEnded({ status }: { status: string }): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Whether a customer still has a subscription, paid or not, so that a further subscription would be a second one. */
export function isStanding(subscription: BillingSubscription | null | undefined): boolean {
  return subscription != null && subscription.status !== 'incomplete' && !hasEnded(subscription)
}

/** Whether Stripe gave up collecting the debt of the project. */
export function isUnpaid(subscription: BillingSubscription | null | undefined): boolean {
  return subscription != null && (subscription.status === 'unpaid' || subscription.endedUnpaid)
}

/**
 * The current one of a customer's subscriptions. A paid subscription precedes an unpaid one, and both precede an ended
 * one. The newest is given first.
 */
export function currentSubscription(all: readonly BillingSubscription[]): BillingSubscription | null {
  const rank = ({ status }: BillingSubscription): number => SUBSCRIPTION_STATUSES.indexOf(status)
  const [best] = all.filter((one) => !hasEnded(one)).sort((one, other) => rank(one) - rank(other))
  return best ?? all.find(({ status }) => status === 'canceled') ?? null
}

/** The beginning and the end of the calendar month in UTC that contains a moment. */
export function monthOf(at: Date): { start: Date; end: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { start: new Date(Date.UTC(year, month, 1)), end: new Date(Date.UTC(year, month + 1, 1)) }
}
