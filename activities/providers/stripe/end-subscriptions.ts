import { hasEnded } from '../../../models/domain/billing.js'
import { isMissing, type AskStripe } from './client.js'

const MOST = 100

/**
 * Cancels the subscriptions of a customer at once, and closes the open checkout pages, on which the customer could take
 * out more; returns how many of both there were. A page or subscription that Stripe no longer knows counts as ended, so
 * that the call may be repeated.
 */
export async function endSubscriptions(ask: AskStripe, customer: string): Promise<number> {
  const pages = await idsOf(() =>
    ask(({ checkout }) => checkout.sessions.list({ customer, status: 'open', limit: MOST })),
  )
  for (const id of pages) await ignoreMissing(() => ask(({ checkout }) => checkout.sessions.expire(id)))
  // Without a status Stripe lists the subscriptions that are not cancelled; some of these may have ended by themselves.
  const current = await idsOf(async () => {
    const { data } = await ask(({ subscriptions }) => subscriptions.list({ customer, limit: MOST }))
    return { data: data.filter((subscription) => !hasEnded(subscription)) }
  })
  for (const id of current) await ignoreMissing(() => ask(({ subscriptions }) => subscriptions.cancel(id)))
  return pages.length + current.length
}

async function idsOf(list: () => Promise<{ data: { id: string }[] }>): Promise<string[]> {
  try {
    return (await list()).data.map(({ id }) => id)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function ignoreMissing(end: () => Promise<unknown>): Promise<void> {
  try {
    await end()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
