import { Campaign } from '../../../models/campaign.js'
import { Contact } from '../../../models/contact.js'
import type { AskedSend } from '../load/ledger.js'
import type { AuditedEmail, Evidence } from './evidence.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, type Finding } from './findings.js'

const ARRIVED = new Set(['SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED'])
const WITHHELD = new Set(['SKIPPED', 'SUPPRESSED', 'FAILED'])
const UNKNOWN = 'delivery_unknown'

/** Whether each `/v1/send` was carried out as often as its answers say. */
export function auditSends({ scene, emails }: Evidence): Finding[] {
  const byTag = groupBy(emails.values(), ({ tags }) => tags[0] ?? '')
  const emailsOf = ({ tag }: AskedSend): AuditedEmail[] => byTag.get(tag) ?? []
  const { sends } = scene.ledger
  const acknowledged = sends.filter(({ verdict }) => verdict === 'acknowledged')
  const unknown = sends.filter(({ verdict }) => verdict === 'unknown')
  const refused = sends.filter(({ verdict }) => verdict === 'refused')
  const storedAfter503 = sends.filter(
    (asked) => asked.wasUnavailable && asked.key === null && emailsOf(asked).length > 0,
  )
  return [
    check('an acknowledged send has one email for each recipient', acknowledged, (asked) => {
      const found = emailsOf(asked)
      const ids = new Set(found.map(({ _id }) => _id))
      if (found.length !== asked.recipients) return `${asked.tag}: ${found.length} emails for ${asked.recipients}`
      const missing = asked.emailIds.filter((id) => !ids.has(id))
      return missing.length > 0 ? `${asked.tag}: the answer names ${missing.join(', ')}` : null
    }),
    {
      ...check('a send without an answer happened once or not at all', unknown, (asked) => {
        const count = emailsOf(asked).length
        return count === 0 || count === asked.recipients
          ? null
          : `${asked.tag}: ${count} emails for ${asked.recipients}`
      }),
      note: `${unknown.filter((asked) => emailsOf(asked).length > 0).length} happened; answered 503 and stored: ${storedAfter503.length}`,
    },
    check('a refused send did nothing', refused, (asked) => {
      const count = emailsOf(asked).length
      return count === 0 ? null : `${asked.tag} (key ${asked.key}): ${count} emails`
    }),
    check(
      'an idempotency key was taken once',
      sends.filter(({ key }) => key !== null),
      ({ tag, successes }) => (successes <= 1 ? null : `${tag}: answered 200 ${successes} times`),
    ),
  ]
}

/** Whether each email has an outcome, and the inbox agrees. */
export function auditInbox({ emails, inbox }: Evidence): Finding[] {
  const count = (email: AuditedEmail): number => inbox.get(email._id)?.length ?? 0
  const all = [...emails.values()]
  const isFinal = ({ status }: AuditedEmail): boolean => ARRIVED.has(status) || WITHHELD.has(status)
  const reasons = [
    ...groupBy(
      all.filter(({ error }) => error !== null),
      ({ status, error }) => `${status} ${error}`,
    ),
  ]
  const statuses = [...groupBy(all, ({ status }) => status)].map(([status, { length }]) => `${length} ${status}`)
  return [
    {
      ...check('an email has a final status', all, (email) => (isFinal(email) ? null : describe(email))),
      note: statuses.join(', '),
    },
    check(
      'an email that was sent is in the inbox',
      all.filter(({ status }) => ARRIVED.has(status)),
      (email) => (count(email) > 0 ? null : describe(email)),
    ),
    {
      ...check(
        'an email that was not sent is not in the inbox',
        all.filter(({ status }) => WITHHELD.has(status)),
        (email) => (count(email) === 0 || email.error === UNKNOWN ? null : describe(email)),
      ),
      note: reasons.map(([reason, { length }]) => `${length} ${reason}`).join(', '),
    },
    check(
      'an email that failed says why',
      all.filter(({ status }) => status === 'FAILED'),
      (email) => (email.error ? null : describe(email)),
    ),
    check('a message in the inbox belongs to an email', inbox.keys(), (id) => (emails.has(id) ? null : id)),
  ]
}

/** Whether each campaign reached each contact once. */
export async function auditCampaigns({ scene, emails }: Evidence): Promise<Finding[]> {
  const { ledger, campaigns: project } = scene
  const stored = await Campaign.find({ projectId: project.id, status: { $ne: 'DRAFT' } }).lean()
  const contacts = await Contact.countDocuments({ projectId: project.id })
  const byCampaign = groupBy(emails.values(), ({ campaignId }) => campaignId ?? '')
  const known = new Set(stored.map(({ _id }) => _id))
  return [
    check('a campaign that was sent is complete', stored, ({ _id, status, totalRecipients }) => {
      // One that was sent before its cancellation is complete too.
      if (ledger.cancelled.has(_id) && status === 'CANCELLED') return null
      return status === 'SENT' && totalRecipients === contacts
        ? null
        : `${_id}: ${status}, ${totalRecipients} recipients`
    }),
    check('a campaign sends nothing after the answer to its cancellation', ledger.cancelled, ([id, answeredAt]) => {
      const sent = (byCampaign.get(id) ?? []).filter(({ status }) => status !== 'SKIPPED')
      const late = sent.filter(({ claimedAt }) => claimedAt !== null && claimedAt > answeredAt)
      return late.length === 0 ? null : `${id}: ${late.length} emails`
    }),
    check('an acknowledged campaign is there', ledger.campaigns, (id) => (known.has(id) ? null : id)),
    check('a campaign has one email for each contact', stored, ({ _id, status }) => {
      const its = byCampaign.get(_id) ?? []
      const reached = new Set(its.map(({ contactId }) => contactId)).size
      const isWhole = status === 'CANCELLED' ? its.length <= contacts : its.length === contacts
      return isWhole && reached === its.length ? null : `${_id}: ${its.length} emails to ${reached}`
    }),
  ]
}

function describe({ _id, status, error, sourceType, attempt }: AuditedEmail): string {
  return `${_id} (${sourceType}): ${status}${error === null ? '' : ` ${error}`}, ${attempt} attempts`
}
