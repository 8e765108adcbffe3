import type { Answer } from '../../../api/client.js'
import { formatNumber, formatRate } from '../../../messages/format.js'
import { t } from '../../../messages/index.js'
import type { CampaignFields } from '../composer/draft.js'
import type { Section } from '../composer/section-states.js'
import type { AudienceCount } from '../composer/audience-count-of.js'
import { durationText } from '../duration-text.js'

/** An error stops the send, a warning asks, and a note informs. */
export type Level = 'fine' | 'note' | 'warn' | 'error' | 'pending'

/** The place where a finding of a check is fixed: a section of the composer, another page, or a test. */
export type Fix = Section | 'domains' | 'reputation' | 'billing' | 'test'

/** A check before a send. */
export interface Check {
  id: keyof typeof t.campaigns.checks
  level: Level
  text: string
  /** Further sentences, such as each finding of the content. */
  more?: readonly string[]
  fix?: Fix
}

type Finding = Pick<Answer<'POST /preview'>['findings'][number], 'code' | 'severity' | 'message' | 'variable'>
type Limit = Answer<'GET /users/@me/projects/:id/billing-limits'>['campaigns']
type Security = Pick<Answer<'GET /projects/:id/security'>, 'status' | 'levels' | 'isDisabled'>

/** The state of a request: its answer, pending, or failed. */
export type Asked<T> = T | 'pending' | 'failed'

/** The facts that the checks use. */
export interface ReviewFacts {
  value: CampaignFields
  now: Date
  /** The incomplete sections. */
  unfinished: readonly Section[]
  isSaved: boolean
  isSaving: boolean
  findings: Asked<readonly Finding[]>
  audience: Asked<AudienceCount>
  /** The last sent campaign; null for none. */
  last: Asked<{ name: string; totalRecipients: number } | null>
  /** The recipients per second of the last campaign; null if unknown. */
  pace: Asked<number | null>
  /** The number of contacts in the audience without a value for the fields that the message uses. */
  missing: Asked<readonly { name: string; count: number }[]>
  isTested: boolean
  security: Asked<Security>
  /** Null without a limit; `hidden` from members without the right to see it. */
  limit: Asked<Limit | 'hidden' | null>
}

const ALIKE_PERCENT = 10
// A campaign to fewer, such as a trial to oneself, tells nothing about the size or the pace of the next.
const FEW_RECIPIENTS = 100

/** All checks before a send, in the order of the sections. */
export function checksOf(facts: ReviewFacts): Check[] {
  return [
    ofSections(facts),
    ofSender(facts),
    ofContent(facts),
    ofAudience(facts),
    ofDifference(facts),
    ofVariables(facts),
    ofTest(facts),
    ofReputation(facts),
    ofLimit(facts),
    ofDuration(facts),
  ]
}

/** Whether the checks allow the send: no error, and no missing answer. */
export function maySend(checks: readonly Check[]): boolean {
  return checks.every(({ level }) => level !== 'error' && level !== 'pending')
}

function ofSections({ unfinished, isSaved, isSaving, value: { when }, now }: ReviewFacts): Check {
  const [first] = unfinished
  if (first !== undefined) {
    const isPast = first === 'when' && when.kind === 'later' && when.at !== null && new Date(when.at) <= now
    const names = unfinished.map((name) => t.campaigns.sections[name]).join(', ')
    const text = isPast ? t.campaigns.past : t.campaigns.unfinished(names)
    return { id: 'sections', level: 'error', text, fix: first }
  }
  if (isSaving) return { id: 'sections', level: 'pending', text: t.campaigns.saving }
  if (!isSaved) return { id: 'sections', level: 'error', text: t.campaigns.unsaved }
  return { id: 'sections', level: 'fine', text: t.campaigns.allSaved }
}

function ofSender({ findings, value: { from } }: ReviewFacts): Check {
  const id = 'sender'
  if (typeof findings === 'string') return unknown(id, findings)
  const isRefused = findings.some(({ code }) => code === 'domain_not_verified')
  if (isRefused) return { id, level: 'error', text: t.campaigns.senderError(from), fix: 'domains' }
  return { id, level: 'fine', text: t.campaigns.senderFine(from) }
}

function ofContent({ findings, missing }: ReviewFacts): Check {
  const id = 'content'
  if (typeof findings === 'string') return unknown(id, findings)
  // The gaps of counted fields are the check of the variables, which the audience decides.
  const isCounted = ({ code, variable }: Finding): boolean =>
    code === 'variable_without_fallback' && typeof missing !== 'string' && missing.some(({ name }) => name === variable)
  const own = findings.filter(
    (finding) => finding.code !== 'domain_not_verified' && finding.severity !== 'info' && !isCounted(finding),
  )
  const errors = own.filter(({ severity }) => severity === 'error')
  if (own.length === 0) return { id, level: 'fine', text: t.campaigns.contentFine }
  const text = errors.length > 0 ? t.campaigns.contentErrors(errors.length) : t.campaigns.contentWarnings(own.length)
  const level = errors.length > 0 ? 'error' : 'warn'
  return { id, level, text, more: own.map(({ message }) => message), fix: 'content' }
}

function ofAudience({ audience }: ReviewFacts): Check {
  const id = 'audience'
  if (typeof audience === 'string') return unknown(id, audience)
  const { eligible, unsubscribed, suppressed } = audience
  if (eligible === 0) return { id, level: 'error', text: t.campaigns.audienceEmpty, fix: 'audience' }
  const reached = formatNumber(eligible)
  if (unsubscribed + suppressed === 0) return { id, level: 'fine', text: t.campaigns.audienceFine(reached) }
  const text = t.campaigns.withheld(reached, formatNumber(unsubscribed), formatNumber(suppressed))
  return { id, level: 'fine', text }
}

function ofDifference({ audience, last }: ReviewFacts): Check {
  const id = 'difference'
  if (typeof last === 'string') return unknown(id, last)
  if (typeof audience === 'string') return unknown(id, audience)
  if (last === null) return { id, level: 'note', text: t.campaigns.noLast }
  if (last.totalRecipients < FEW_RECIPIENTS) return { id, level: 'note', text: t.campaigns.smallLast }
  const percent = (100 * (audience.eligible - last.totalRecipients)) / last.totalRecipients
  const before = formatNumber(last.totalRecipients)
  if (Math.abs(percent) < ALIKE_PERCENT) return { id, level: 'fine', text: t.campaigns.sameAsLast(before) }
  const textOf = percent > 0 ? t.campaigns.moreThanLast : t.campaigns.lessThanLast
  return { id, level: 'note', text: textOf(formatRate(Math.abs(percent)), before, last.name) }
}

function ofVariables({ missing, audience, findings }: ReviewFacts): Check {
  const id = 'variables'
  if (typeof missing === 'string') return unknown(id, missing)
  if (missing.length === 0) return { id, level: 'fine', text: t.campaigns.noVariables }
  const some = missing.filter(({ count }) => count > 0)
  if (some.length === 0) {
    return { id, level: 'fine', text: t.campaigns.allHaveVariables(missing.map(({ name }) => name).join(', ')) }
  }
  const total = typeof audience === 'string' ? '' : formatNumber(audience.eligible)
  const parts = some.map(({ name, count }) => t.campaigns.lackPart(name, formatNumber(count), total))
  const text = t.campaigns.lackVariables(parts.join('; '))
  const gaps = typeof findings === 'string' ? [] : findings.filter(({ code }) => code === 'variable_without_fallback')
  const isGap = some.some(({ name }) => gaps.some(({ variable }) => variable === name))
  return isGap ? { id, level: 'warn', text, fix: 'content' } : { id, level: 'note', text }
}

function ofTest({ isTested }: ReviewFacts): Check {
  if (isTested) return { id: 'test', level: 'fine', text: t.campaigns.tested, fix: 'test' }
  return { id: 'test', level: 'warn', text: t.campaigns.notTested, fix: 'test' }
}

function ofReputation({ security }: ReviewFacts): Check {
  const id = 'reputation'
  if (typeof security === 'string') return unknown(id, security)
  const { isDisabled, status } = security
  if (isDisabled) return { id, level: 'error', text: t.campaigns.projectDisabled, fix: 'reputation' }
  const [text, ...more] = [...status.violations, ...status.warnings]
  if (text === undefined) return { id, level: 'fine', text: t.campaigns.reputationFine }
  return { id, level: 'warn', text, more, fix: 'reputation' }
}

function ofLimit({ limit, audience }: ReviewFacts): Check {
  const id = 'limit'
  if (limit === 'hidden') return { id, level: 'note', text: t.campaigns.limitUnknown }
  if (typeof limit === 'string') return unknown(id, limit)
  if (limit === null || limit.limit === null) return { id, level: 'fine', text: t.campaigns.noLimit }
  if (limit.isBlocked) return { id, level: 'error', text: t.campaigns.limitUsed, fix: 'billing' }
  if (typeof audience === 'string') return unknown(id, audience)
  const left = Math.max(0, limit.limit - limit.usage)
  if (audience.eligible <= left) return { id, level: 'fine', text: t.campaigns.limitFine(formatNumber(left)) }
  return { id, level: 'warn', text: t.campaigns.limitShort(formatNumber(left)), fix: 'billing' }
}

function ofDuration({ pace, audience, last }: ReviewFacts): Check {
  const id = 'duration'
  if (typeof pace === 'string') return unknown(id, pace)
  if (typeof audience === 'string') return unknown(id, audience)
  const isSmall = typeof last === 'object' && last !== null && last.totalRecipients < FEW_RECIPIENTS
  if (pace === null || pace <= 0 || isSmall) return { id, level: 'note', text: t.campaigns.durationNone }
  const duration = durationText(audience.eligible / pace)
  return { id, level: 'note', text: t.campaigns.durationLike(formatNumber(pace), duration) }
}

function unknown(id: Check['id'], asked: 'pending' | 'failed'): Check {
  if (asked === 'pending') return { id, level: 'pending', text: t.campaigns.checking }
  return { id, level: 'warn', text: t.campaigns.notChecked }
}
