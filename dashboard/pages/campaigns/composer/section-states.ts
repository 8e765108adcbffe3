import type { Answer } from '../../../api/client.js'
import { FIRST_BODY, isAudienceWhole, missingFields, type CampaignFields } from './draft.js'

/** The sections of the composer. */
export const SECTIONS = ['audience', 'message', 'content', 'when'] as const
export type Section = (typeof SECTIONS)[number]

/** The state of a section. */
export type SectionState = 'done' | 'missing' | 'fault'

type Finding = Answer<'POST /preview'>['findings'][number]

/** The facts that decide the states. */
export interface Facts {
  value: CampaignFields
  /** The faults that the API found, by field. */
  faults: Readonly<Record<string, string>>
  /** The number of contacts that the audience reaches; undefined while it is unknown. */
  eligible: number | undefined
  findings: readonly Pick<Finding, 'code' | 'severity'>[]
  now: Date
}

const FIELDS_OF: Record<Section, readonly string[]> = {
  audience: ['audienceType', 'segmentId', 'audienceCondition'],
  message: ['name', 'subject', 'from', 'fromName', 'replyTo', 'type'],
  content: ['body'],
  when: ['scheduledFor'],
}

/** The state of each section. */
export function sectionStates(facts: Facts): Record<Section, SectionState> {
  return {
    audience: refused('audience', facts) ?? audienceState(facts),
    message: refused('message', facts) ?? messageState(facts),
    content: refused('content', facts) ?? contentState(facts),
    when: refused('when', facts) ?? whenState(facts),
  }
}

function refused(section: Section, { faults }: Facts): SectionState | null {
  const paths = Object.keys(faults)
  const isRefused = FIELDS_OF[section].some((field) =>
    paths.some((path) => path === field || path.startsWith(`${field}.`)),
  )
  return isRefused ? 'fault' : null
}

function audienceState({ value, eligible }: Facts): SectionState {
  if (!isAudienceWhole(value)) return 'missing'
  return eligible === 0 ? 'fault' : 'done'
}

function messageState({ value, findings }: Facts): SectionState {
  const missing = missingFields(value).filter((field) => FIELDS_OF.message.includes(field))
  // An incomplete address is a fault; an empty one is missing.
  if (missing.includes('replyTo') || (missing.includes('from') && value.from !== '')) return 'fault'
  if (missing.length > 0) return 'missing'
  return findings.some(({ code }) => code === 'domain_not_verified') ? 'fault' : 'done'
}

function contentState({ value, findings }: Facts): SectionState {
  if (value.body === '' || value.body === FIRST_BODY) return 'missing'
  const isFault = findings.some(({ code, severity }) => severity === 'error' && code !== 'domain_not_verified')
  return isFault ? 'fault' : 'done'
}

function whenState({ value: { when }, now }: Facts): SectionState {
  if (when.kind === 'now') return 'done'
  if (when.at === null) return 'missing'
  return new Date(when.at) <= now ? 'fault' : 'done'
}
