import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import type { BounceAddresses } from '../../mail/links/bounce-addresses.js'
import { readInboundMessage } from '../../mail/inbound/read-inbound-message.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { applyBounce } from './apply-bounce.js'
import { findOwners } from './find-owners.js'
import type { LoadedMail } from './received-mail.js'
import { storeReceived, type AdmitContact } from './store-received.js'

/** What the receipt of mail needs. */
export interface ReceiveDeps {
  /** Null without a domain for bounces. */
  bounces: BounceAddresses | null
  /** The days for which bodies are kept. */
  retentionDays: number
  admitContact: AdmitContact
}

/** What came of a message. */
export interface Received {
  entries: OutboxEntry[]
  /** How many projects have it, and how many emails it reported on. */
  stored: number
  reports: number
}

// The ids of received emails derive from the message and the project, so that a message that comes again is stored once.
const RECEIVED_NAMESPACE = '6f0d3a54-0e4d-5b7e-8f5e-5d4a6c1f7b21'

/**
 * Stores a message for each project that has verified the domain of one of its recipients, and applies it to the emails whose
 * bounce addresses are among them. Repeating it changes nothing. Throws when MongoDB is unavailable, so that the message comes
 * again.
 */
export async function receiveMessage(
  mail: LoadedMail,
  { bounces, retentionDays, admitContact }: ReceiveDeps,
): Promise<Received> {
  const key = mail.id ?? createHash('sha256').update(mail.raw).digest('hex')
  const recipients = mail.recipients.map(normaliseAddress)
  const emailIds = new Set(recipients.flatMap((recipient) => bounces?.emailOf(recipient) ?? []))
  const entries: OutboxEntry[] = []
  let reports = 0
  for (const emailId of emailIds) {
    const applied = await applyBounce(emailId, mail.raw, v5(`${key}:${emailId}`, RECEIVED_NAMESPACE))
    entries.push(...applied.entries)
    if (applied.isReport) reports += 1
  }
  const owners = await findOwners(recipients.filter((recipient) => !bounces?.emailOf(recipient)))
  if (owners.size === 0) return { entries, stored: 0, reports }
  const message = await readInboundMessage(mail.raw)
  const verdicts = await mail.verdictsOn(mail.raw, message.from?.address ?? null)
  for (const [projectId, own] of owners) {
    const id = v5(`${key}:${projectId}`, RECEIVED_NAMESPACE)
    entries.push(
      ...(await storeReceived({
        id,
        projectId,
        recipients: own,
        mail,
        message,
        verdicts,
        retentionDays,
        admitContact,
      })),
    )
  }
  return { entries, stored: owners.size, reports }
}
