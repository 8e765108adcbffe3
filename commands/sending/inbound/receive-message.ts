import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import type { BounceAddresses } from '../../../mail/links/bounce-addresses.js'
import { readInThread, UnreadableMail, type ReadingThreads } from '../../../mail/inbound/threads/read-in-thread.js'
import type { Reading, ReadingTask } from '../../../mail/inbound/threads/thread.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { applyBounce } from './apply-bounce.js'
import { findOwners } from './find-owners.js'
import type { LoadedMail } from './received-mail.js'
import { storeReceived, type AdmitContact } from './store-received.js'

/** The dependencies of `receiveMessage`. */
export interface ReceiveDeps {
  /** Null if the installation has no domain for bounces. */
  bounces: BounceAddresses | null
  /** For how many days bodies are kept. */
  retentionDays: number
  admitContact: AdmitContact
  /** The threads that read mail; those of the process if omitted. */
  threads?: ReadingThreads
}

/** What was done with a message. */
export interface Received {
  /** In how many projects the message is stored. */
  stored: number
  /** On how many emails the message reported. */
  reports: number
  /** Why no attempt can read the message, and its id for logs; null for a readable message. */
  unreadable: { id: string; reason: UnreadableMail['reason'] | 'absent' } | null
}

// The id of a received email derives from the message and the project, so a message that comes again is stored once.
const RECEIVED_NAMESPACE = '6f0d3a54-0e4d-5b7e-8f5e-5d4a6c1f7b21'

/**
 * Stores a message for each project that has verified the domain of one of its recipients, and applies the message to
 * the emails whose bounce addresses are among its recipients. A repetition changes nothing. A message that needs too
 * much time or memory to be read is not stored. Throws when MongoDB or the threads are unavailable, so that the message
 * comes again.
 */
export async function receiveMessage(mail: LoadedMail, deps: ReceiveDeps): Promise<Received> {
  const { bounces, retentionDays, admitContact } = deps
  const key = mail.id ?? createHash('sha256').update(mail.raw).digest('hex')
  const recipients = mail.recipients.map(normaliseAddress)
  const emailIds = new Set(recipients.flatMap((recipient) => bounces?.emailOf(recipient) ?? []))
  const owners = await findOwners(recipients.filter((recipient) => !bounces?.emailOf(recipient)))
  const reading = await read(mail, { asMessage: owners.size > 0, asReport: emailIds.size > 0 }, deps)
  if ('unreadable' in reading) return unreadable({ id: key, reason: reading.unreadable })
  let reports = 0
  for (const emailId of emailIds) {
    if (await applyBounce(emailId, reading.report, v5(`${key}:${emailId}`, RECEIVED_NAMESPACE))) reports += 1
  }
  if (!reading.message) return { stored: 0, reports, unreadable: null }
  // Answers of machines have an empty sender (RFC 3834, 3.3), and many of them no header that says what they are.
  const message = { ...reading.message, isAutomatic: reading.message.isAutomatic || mail.sender === '' }
  const verdicts = await mail.verdictsOn(mail.raw, message.from?.address ?? null)
  for (const [projectId, recipientsOfProject] of owners) {
    const id = v5(`${key}:${projectId}`, RECEIVED_NAMESPACE)
    const base = { id, projectId, recipients: recipientsOfProject, mail, message }
    const received = { ...base, verdicts, retentionDays, admitContact }
    await storeReceived(received)
  }
  return { stored: owners.size, reports, unreadable: null }
}

/** The result for a message that cannot be read. */
export function unreadable(why: NonNullable<Received['unreadable']>): Received {
  return { stored: 0, reports: 0, unreadable: why }
}

async function read(
  { raw, queueKey }: LoadedMail,
  wanted: Omit<ReadingTask, 'raw'>,
  { threads }: ReceiveDeps,
): Promise<Reading | { unreadable: UnreadableMail['reason'] }> {
  if (!wanted.asMessage && !wanted.asReport) return { message: null, report: null }
  try {
    return await readInThread(queueKey, { raw, ...wanted }, threads)
  } catch (error) {
    if (error instanceof UnreadableMail) return { unreadable: error.reason }
    throw error
  }
}
