import type { Answer } from '../../../api/client.js'
import { FIRST_BODY, isAudienceWhole, missingFields, type CampaignFields } from './draft.js'

/** The sections of the composer. */
export const SECTIONS = ['audience', 'message', 'content', 'links', 'when'] as const
export type Section = (typeof SECTIONS)[number]

/** The state of a section. It is done when a person has decided and nothing worse than a remark is found. */
export type SectionState = 'done' | 'missing' | 'warning' | 'error'

type Finding = Answer<'POST /preview'>['findings'][number]

/** The facts that decide the states. */
export interface Facts {
  value: CampaignFields
  /** The errors that the API found, by field. */
  errors: Readonly<Record<string, string>>
  /** The number of contacts that the audience reaches; undefined while it is unknown. */
  eligible: number | undefined
  findings: readonly Pick<Finding, 'code' | 'severity'>[]
  now: Date
}

const FIELDS_OF: Record<Section, readonly string[]> = {
  audience: ['audienceType', 'segmentId', 'audienceCondition'],
  message: ['name', 'subject', 'from', 'fromName', 'replyTo', 'type'],
  content: ['body', 'design', 'mjml'],
  links: ['utm'],
  when: ['scheduledFor'],
}

/** The state of each section. */
export function sectionStates(facts: Facts): Record<Section, SectionState> {
  return {
    audience: refused('audience', facts) ?? audienceState(facts),
    message: refused('message', facts) ?? messageState(facts),
    content: refused('content', facts) ?? contentState(facts),
    links: refused('links', facts) ?? 'done',
    when: refused('when', facts) ?? whenState(facts),
  }
}

function refused(section: Section, { errors }: Facts): SectionState | null {
  const paths = Object.keys(errors)
  const isRefused = FIELDS_OF[section].some((field) =>
    paths.some((path) => path === field || path.startsWith(`${field}.`)),
  )
  return isRefused ? 'error' : null
}

function audienceState({ value, eligible }: Facts): SectionState {
  if (!isAudienceWhole(value)) return 'missing'
  return eligible === 0 ? 'error' : 'done'
}

function messageState({ value, findings }: Facts): SectionState {
  const missing = missingFields(value).filter((field) => FIELDS_OF.message.includes(field))
  // An incomplete address is an error; an empty one is missing.
  if (missing.includes('replyTo') || (missing.includes('from') && value.from !== '')) return 'error'
  if (missing.length > 0) return 'missing'
  return findings.some(({ code }) => code === 'domain_not_verified') ? 'error' : 'done'
}

function contentState({ value, findings }: Facts): SectionState {
  const { body, design, mjml } = value
  if (design ? design.blocks.length === 0 : (mjml ?? body) === '' || body === FIRST_BODY) return 'missing'
  if (missingFields(value).includes('design')) return 'error'
  const own = findings.filter(({ code }) => code !== 'domain_not_verified')
  if (own.some(({ severity }) => severity === 'error')) return 'error'
  return own.some(({ severity }) => severity === 'warning') ? 'warning' : 'done'
}

function whenState({ value: { when }, now }: Facts): SectionState {
  if (when.kind === 'now') return 'done'
  if (when.at === null) return 'missing'
  return new Date(when.at) <= now ? 'error' : 'done'
}
