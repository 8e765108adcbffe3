import type { Breach } from './monitor.js'
import type { Rule } from './rules.js'

/** Commands that may break a rule. */
export interface Exception {
  rules: readonly Rule[]
  /** The file that runs them. */
  file: string
  collections: readonly string[]
  /** Why they name no project, and what they cost in a sharded cluster. */
  why: string
}

const RELAY = 'a relay serves all projects: each process asks all shards every few seconds, which suits some ten shards'
const OPERATOR = 'an operator asks about the installation'
const METRICS = 'one process counts for the metrics of the installation'
const SELDOM = 'a rare change of a project or a user as a whole: the transaction commits on two shards'
const ROUND = 'a round over all projects: one process asks all shards at a time'

/** Every exception from the law. `npm test -- --law` names those that no test needs. */
export const EXCEPTIONS: readonly Exception[] = [
  { rules: [1], file: 'outbox/poller.ts', collections: ['outbox'], why: RELAY },
  { rules: [1, 2], file: 'outbox/ownership.ts', collections: ['outbox'], why: RELAY },
  {
    rules: [1],
    file: 'outbox/refused-entries.ts',
    collections: ['outbox'],
    why: `${RELAY}; a damaged entry may name no project`,
  },
  {
    rules: [1],
    file: 'outbox/reconcile/running-work.ts',
    collections: ['campaigns', 'emails', 'executions', 'jobs', 'waits'],
    why: 'the id of a workflow of Temporal names no project; workflows that an operator stops are few',
  },
  { rules: [1], file: 'commands/base/outbox/count-parked.ts', collections: ['outbox'], why: METRICS },
  { rules: [1], file: 'commands/base/outbox/count-waiting.ts', collections: ['outbox'], why: METRICS },
  {
    rules: [1],
    file: 'commands/base/installation/count-totals.ts',
    collections: ['campaign_batches', 'executions'],
    why: METRICS,
  },
  { rules: [1], file: 'commands/base/outbox/retry-parked.ts', collections: ['outbox'], why: OPERATOR },
  {
    rules: [1],
    file: 'cli/doctor/stored-work.ts',
    collections: ['campaigns', 'emails', 'executions', 'jobs'],
    why: OPERATOR,
  },
  {
    rules: [1],
    file: 'commands/audience/segments/sweep-segments.ts',
    collections: ['contact_counts', 'segments'],
    why: ROUND,
  },
  { rules: [1], file: 'commands/lifecycle/erasure/erase-job-addresses.ts', collections: ['jobs'], why: ROUND },
  { rules: [1], file: 'commands/sending/uploads/remove-images.ts', collections: ['uploads'], why: ROUND },
  {
    rules: [1],
    file: 'commands/sending/emails/attachments.ts',
    collections: ['attachment_parts', 'attachment_uploads'],
    why: `${ROUND}, beside each request with files`,
  },
  { rules: [1], file: 'commands/sending/emails/count-hits.ts', collections: ['hits'], why: ROUND },
  {
    rules: [1],
    file: 'commands/lifecycle/erasure/owned-rows.ts',
    collections: ['outbox'],
    why: 'a damaged entry may not name the project of its queue; a project is deleted once',
  },
  {
    rules: [1],
    file: 'commands/sending/emails/find-notified-emails.ts',
    collections: ['emails'],
    why: 'a notification without our tags names no project; those about mail of this version have them',
  },
  { rules: [3], file: 'commands/lifecycle/projects/switch-project.ts', collections: ['jobs'], why: SELDOM },
  { rules: [3], file: 'commands/sending/campaigns/pause-running.ts', collections: ['campaigns'], why: SELDOM },
  { rules: [3], file: 'commands/base/notifications/notify.ts', collections: ['notifications'], why: SELDOM },
  { rules: [3], file: 'commands/base/counters/reputation.ts', collections: ['daily_counts'], why: SELDOM },
  { rules: [3], file: 'commands/lifecycle/erasure/delete-user.ts', collections: ['contacts'], why: SELDOM },
  { rules: [3], file: 'commands/lifecycle/erasure/request-erasure.ts', collections: ['jobs'], why: SELDOM },
  { rules: [3], file: 'commands/lifecycle/erasure/erase-project-slice.ts', collections: ['jobs'], why: SELDOM },
  {
    rules: [3],
    file: 'commands/sending/emails/record-email-facts.ts',
    collections: ['outbox'],
    why: 'a bounce of a mail to a user has the project judged that the mail is about; such mails are few',
  },
  {
    rules: [1],
    file: 'commands/sending/uploads/find-images.ts',
    collections: ['uploads'],
    why: 'the public link of an image names no project; proxies of mail programs keep images',
  },
]

/** The exception that allows a breach, if any. */
export function exceptionOf({ rule, site, collection }: Breach): Exception | undefined {
  const path = site.replace(/:\d+$/, '')
  return EXCEPTIONS.find(
    ({ rules, file, collections }) => rules.includes(rule) && file === path && collections.includes(collection),
  )
}
