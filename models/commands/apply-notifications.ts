import type { EmailFact } from '../domain/email-facts.js'
import { readSesEvent, type SesNews } from '../domain/ses-event.js'
import type { Intent } from '../intent.js'
import { Notification } from '../notification.js'
import { ProviderSignal } from '../provider-signal.js'
import { recordEmailFacts } from './record-email-facts.js'

const SIGNAL_EVERY_MS = 1_000
let signalledAt = 0

/** Stores a notification of the provider before it is answered; a repeated one changes nothing. */
export async function storeNotification(id: string, message: string): Promise<Intent> {
  await Notification.updateOne(
    { _id: id },
    { $setOnInsert: { message, receivedAt: new Date(), dispatch: { state: 'pending', since: new Date() } } },
    { upsert: true },
  )
  return { kind: 'notification', projectId: '', id }
}

/**
 * Applies stored notifications together: what they say of our messages is recorded, and that such news comes
 * in at all is noted for messages in doubt. Repeating it changes nothing. Returns what it sets off.
 */
export async function applyNotifications(ids: string[]): Promise<Intent[]> {
  const stored = await Notification.find({ _id: { $in: ids }, 'dispatch.state': 'pending' }).lean()
  const news = stored.flatMap(({ _id, message }) => {
    const read = readSesEvent(parse(message), _id)
    return read ? [read] : []
  })
  const intents = await recordEmailFacts(
    news.map(({ fact }) => fact).filter((fact): fact is EmailFact => fact !== null),
  )
  await signal(news)
  await Notification.updateMany(
    { _id: { $in: stored.map(({ _id }) => _id) } },
    { $unset: { dispatch: 1 }, $set: { message: null } },
  )
  return intents
}

async function signal(news: SesNews[]): Promise<void> {
  const latestMs = Math.max(0, ...news.map(({ sentAt }) => sentAt.getTime()))
  // Under load one note a second proves as much as a thousand.
  if (latestMs === 0 || Date.now() - signalledAt < SIGNAL_EVERY_MS) return
  signalledAt = Date.now()
  await ProviderSignal.updateOne({ _id: 'email' }, { $max: { latestSentAt: new Date(latestMs) } }, { upsert: true })
}

function parse(message: string | null): unknown {
  try {
    return message === null ? null : (JSON.parse(message) as unknown)
  } catch {
    return null
  }
}
