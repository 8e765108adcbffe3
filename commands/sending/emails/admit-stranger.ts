import { daysAfter, startOfDay } from '../../../models/domain/calendar.js'
import { AppError } from '../../../models/domain/errors.js'
import { TestStrangers } from '../../../models/test-strangers.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { hashKey } from '../../../runtime/sealed.js'
import { dayIn } from '../../base/counters/day-in.js'
import { isProvedReceiver } from '../../tenancy/projects/test-receivers.js'

const ZONE = 'UTC'
const DUPLICATE_KEY = 11_000

/**
 * Admits a test to a normalised address. Members with a proved address and confirmed test addresses get any number. Of
 * other addresses, `perDay` different ones get tests of a project in a day (UTC); a further one throws
 * RATE_LIMIT_EXCEEDED with the seconds until the next day. One update decides, so that the number is exact for
 * concurrent calls of several processes.
 */
export async function admitStranger(projectId: string, address: string, perDay: number): Promise<void> {
  if (await isProvedReceiver(projectId, address)) return
  const now = databaseNow()
  const day = dayIn(ZONE, now)
  const endOfDay = startOfDay(ZONE, daysAfter(day, 1))
  if (perDay > 0 && (await take(`${projectId}:${day}`, { projectId, address, perDay, endOfDay }))) return
  const message = `This project can send tests to at most ${perDay} addresses of non-members a day`
  throw new AppError('RATE_LIMIT_EXCEEDED', message, {
    details: { limit: perDay, retryAfter: Math.max(1, Math.ceil((endOfDay.getTime() - now.getTime()) / 1_000)) },
    suggestion: 'Send tests to project members, which is unlimited',
  })
}

interface Taken {
  projectId: string
  address: string
  perDay: number
  endOfDay: Date
}

async function take(_id: string, { projectId, address, perDay, endOfDay }: Taken): Promise<boolean> {
  const hash = hashKey(address)
  const hasRoom = { $or: [{ addresses: hash }, { [`addresses.${perDay - 1}`]: { $exists: false } }] }
  const update = { $addToSet: { addresses: hash } }
  try {
    const onInsert = { expiresAt: new Date(endOfDay.getTime() + 86_400_000) }
    await TestStrangers.updateOne(
      { _id, projectId, ...hasRoom },
      { ...update, $setOnInsert: onInsert },
      { upsert: true },
    )
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== DUPLICATE_KEY) throw error
    // The day has a record: it has no room, or a concurrent call inserted it.
    const { matchedCount } = await TestStrangers.updateOne({ _id, projectId, ...hasRoom }, update)
    return matchedCount > 0
  }
}
