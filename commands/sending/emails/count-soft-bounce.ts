import type { ClientSession } from 'mongoose'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import {
  SOFT_BOUNCES_TO_PAUSE,
  stillInRow,
  type KnownDelivery,
  type SoftBounce,
} from '../../../models/domain/bounces/soft-bounce-run.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { SoftBounces } from '../../../models/soft-bounces.js'
import { Suppression } from '../../../models/suppression.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { pauseAddress } from '../../audience/contacts/suppress-address.js'
import { inForce } from '../../audience/contacts/suppressions-in-force.js'

// Older bounces are not counted. An address that gets a yearly greeting has bounces that are far apart.
const COUNTED_FOR_MS = 2 * 365 * 86_400_000
// The latest emails to an address show whether an email was delivered between its bounces.
const MAX_EMAILS = 100
const DELIVERY_FIELDS: Record<keyof KnownDelivery, 1> = {
  _id: 1,
  sentAt: 1,
  deliveredAt: 1,
  openedAt: 1,
  clickedAt: 1,
  bouncedAt: 1,
  softBouncedAt: 1,
  status: 1,
  updatedAt: 1,
}

/**
 * Counts the first transient bounce of an email, inside the transaction that records the bounce. The fifth bounce in a
 * row, without a delivery in between, pauses the address for 30 days. Bounces of a suppressed address do not count, so
 * that its count starts at zero after the suppression.
 */
export async function countSoftBounce(
  session: ClientSession,
  email: Pick<EmailRecord, '_id' | 'projectId' | 'to' | 'contactId' | 'sentAt'>,
  isVague: boolean,
): Promise<void> {
  const { _id: emailId, projectId, to, contactId } = email
  // An erased email has no address. `turnsMailAway` has the rules for mail to users.
  if (to === '' || projectId === PLATFORM_PROJECT_ID) return
  const now = databaseNow()
  const suppressed = { projectId, email: spelledAs(to), ...inForce(now) }
  if (await Suppression.exists(suppressed).session(session)) return
  const filter = { projectId, email: normaliseAddress(to) }
  const before = await SoftBounces.findOne(filter, { bounces: 1 }, { session }).lean()
  // The process's clock, because emails have the time of the process that writes them.
  const at = new Date()
  const bounce: SoftBounce = { emailId, sentAt: email.sentAt ?? at, at, isVague }
  const row = before ? await findRun(session, { projectId, to, bounces: before.bounces, now }) : []
  const bounces = [...row.filter((one) => one.emailId !== emailId), bounce]
  if (bounces.length >= SOFT_BOUNCES_TO_PAUSE) {
    await SoftBounces.deleteOne(filter, { session })
    await pauseAddress(session, { projectId, email: to, now })
    return
  }
  const expiresAt = new Date(now.getTime() + COUNTED_FOR_MS)
  await SoftBounces.updateOne(filter, { $set: { contactId, bounces, expiresAt } }, { upsert: true, session })
}

async function findRun(
  session: ClientSession,
  { projectId, to, bounces, now }: { projectId: string; to: string; bounces: SoftBounce[]; now: Date },
): Promise<SoftBounce[]> {
  const emails = await Email.find({ projectId, to: spelledAs(to) }, DELIVERY_FIELDS, { session })
    .sort({ createdAt: -1, _id: -1 })
    .limit(MAX_EMAILS)
    .lean<KnownDelivery[]>()
  return stillInRow(bounces, emails, now)
}
