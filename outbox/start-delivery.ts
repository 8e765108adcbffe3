import type { EmailGroup } from '../models/domain/email-refs.js'
import { Email } from '../models/email.js'
import { newId } from '../runtime/ids.js'
import { groupBy } from '../models/domain/group-by.js'
import { PRIORITY, temporalIds, type DeliverEmailInput, type DeliverEmailsInput } from '../workflows/contracts.js'
import type { OutboxItem } from './items.js'
import type { Start, Temporal } from './temporal.js'

// So many emails at a time go to a queue of their own, so that a burst does not delay single emails.
const GROUP_FROM = 10

/**
 * Starts the delivery of emails, of one project or of several: one email under the id of the email, several under a new
 * id. A repetition may put an email into a second delivery, which then finds the email claimed.
 */
export async function startDelivery(temporal: Temporal, emails: readonly OutboxItem[]): Promise<void> {
  const [first] = emails
  if (!first) return
  const groups = [...groupBy(emails, ({ projectId }) => projectId)].map(([projectId, of]) => {
    return { projectId, emailIds: [...new Set(of.map(({ id }) => id))] }
  })
  const emailIds = groups.flatMap((group) => group.emailIds)
  const isAlone = emailIds.length === 1
  const id = isAlone ? temporalIds.email(first.id) : temporalIds.emails(newId())
  const input: DeliverEmailInput | DeliverEmailsInput = isAlone
    ? { projectId: first.projectId, emailId: first.id }
    : { groups }
  await temporal.start({
    type: isAlone ? 'deliverEmail' : 'deliverEmails',
    id,
    queue: emailIds.length < GROUP_FROM ? 'transactional' : 'transactional-groups',
    input,
    summary: isAlone ? 'Email' : summaryOf(groups),
    kind: 'delivery',
    priority: PRIORITY.transactional,
    ...(groups.length === 1 ? { projectId: first.projectId } : {}),
    // The outcome of an email may be unknown when its delivery is stopped.
    restarts: true,
    ...tracesOf(emails),
  })
  // The id of the delivery of a single email is stored with the email.
  if (isAlone) return
  // The comparison with Temporal looks for the delivery by this id.
  await Email.updateMany(
    { _id: { $in: emailIds }, projectId: { $in: groups.map(({ projectId }) => projectId) } },
    { $set: { temporalWorkflowId: id } },
    { timestamps: false },
  )
}

function summaryOf(groups: readonly EmailGroup[]): string {
  const emails = `${groups.reduce((count, { emailIds }) => count + emailIds.length, 0)} emails`
  return groups.length === 1 ? emails : `${emails} of ${groups.length} projects`
}

/** The trace of a delivery. Emails of several requests keep their traces, and the delivery begins a new one. */
function tracesOf(emails: readonly OutboxItem[]): Pick<Start, 'trace' | 'emailTraces'> {
  const traces = new Set(emails.map(({ trace }) => trace))
  const [only] = traces
  if (traces.size === 1) return only ? { trace: only } : {}
  return { emailTraces: Object.fromEntries(emails.flatMap(({ id, trace }) => (trace ? [[id, trace]] : []))) }
}
