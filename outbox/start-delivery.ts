import { Email } from '../models/email.js'
import { newId } from '../runtime/ids.js'
import { PRIORITY, temporalIds, type DeliverEmailInput, type DeliverEmailsInput } from '../workflows/contracts.js'
import type { OutboxItem } from './items.js'
import type { Start, Temporal } from './temporal.js'

// So many at a time are a burst or a crowd.
const GROUP_FROM = 10

/**
 * Starts the delivery of emails of one project: one by its own id, several by a fresh one. A repetition may put an
 * email into a second delivery, whose claim then finds it taken.
 */
export async function startDelivery(temporal: Temporal, emails: readonly OutboxItem[]): Promise<void> {
  const [first] = emails
  if (!first) return
  const { projectId } = first
  const emailIds = [...new Set(emails.map(({ id }) => id))]
  const isAlone = emailIds.length === 1
  const id = isAlone ? temporalIds.email(first.id) : temporalIds.emails(newId())
  const input: DeliverEmailInput | DeliverEmailsInput = isAlone
    ? { projectId, emailId: first.id }
    : { projectId, emailIds }
  await temporal.start({
    type: isAlone ? 'deliverEmail' : 'deliverEmails',
    id,
    queue: emailIds.length < GROUP_FROM ? 'transactional' : 'transactional-groups',
    input,
    summary: isAlone ? 'Email' : `${emailIds.length} emails`,
    kind: 'delivery',
    priority: PRIORITY.transactional,
    projectId,
    // The outcome of an email may be unknown when its delivery is stopped.
    restarts: true,
    ...tracesOf(emails),
  })
  // An email is stored with the id of a delivery of its own.
  if (isAlone) return
  // The comparison with Temporal looks for the delivery by this id.
  await Email.updateMany(
    { _id: { $in: emailIds }, projectId },
    { $set: { temporalWorkflowId: id } },
    { timestamps: false },
  )
}

/** The trace that a delivery belongs to; emails of several requests keep theirs, and their delivery begins its own. */
function tracesOf(emails: readonly OutboxItem[]): Pick<Start, 'trace' | 'emailTraces'> {
  const traces = new Set(emails.map(({ trace }) => trace))
  const [only] = traces
  if (traces.size === 1) return only ? { trace: only } : {}
  return { emailTraces: Object.fromEntries(emails.flatMap(({ id, trace }) => (trace ? [[id, trace]] : []))) }
}
