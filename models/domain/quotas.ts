import { AppError } from './errors.js'

/** How one thing of a project is limited. */
interface Quota {
  /** The setting of the installation that holds the limit. */
  setting: `QUOTA_${string}`
  /** How many of what is counted make one of the setting's unit. */
  unit: number
  /** What is counted, in a sentence. */
  noun: string
  /** How the project makes room. */
  suggestion: string
}

/**
 * What takes rows of the database, or places in an account outside, from other projects is limited here. Contacts,
 * events, emails and executions are not: projects exist for them, and pay for them where there is billing. Drafts of
 * campaigns and versions of workflows have no quota of their own: the limit of requests bounds how fast they come.
 */
export const QUOTAS = {
  domains: {
    setting: 'QUOTA_DOMAINS',
    unit: 1,
    noun: 'domains',
    suggestion: 'Remove a domain that is no longer sent from',
  },
  templates: {
    setting: 'QUOTA_TEMPLATES',
    unit: 1,
    noun: 'templates',
    suggestion: 'Delete a template that is no longer used',
  },
  segments: {
    setting: 'QUOTA_SEGMENTS',
    unit: 1,
    noun: 'segments',
    suggestion: 'Delete a segment that is no longer used',
  },
  workflows: {
    setting: 'QUOTA_WORKFLOWS',
    unit: 1,
    noun: 'workflows',
    suggestion: 'Delete a workflow that is no longer used',
  },
  invitations: {
    setting: 'QUOTA_INVITATIONS',
    unit: 1,
    noun: 'pending invitations',
    suggestion: 'Withdraw an invitation, or wait until one is accepted or over',
  },
  uploads: {
    setting: 'QUOTA_UPLOADS_MB',
    unit: 1_048_576,
    noun: 'bytes of uploads',
    suggestion: 'Delete an image that is no longer shown',
  },
  jobs: {
    setting: 'QUOTA_JOBS',
    unit: 1,
    noun: 'pending jobs',
    suggestion: 'Wait until one of the running jobs has ended',
  },
} as const satisfies Record<string, Quota>

/** A thing of a project that has a quota. */
export type QuotaKind = keyof typeof QUOTAS

/** Every thing of a project that has a quota. */
export const QUOTA_KINDS = Object.keys(QUOTAS) as QuotaKind[]

/** The error of creating more than a quota allows; `limit` and `used` as they are counted. */
export function quotaExceeded(kind: QuotaKind, limit: number, used: number): AppError {
  const { noun, suggestion } = QUOTAS[kind]
  return new AppError('QUOTA_EXCEEDED', `A project has at most ${limit} ${noun}`, {
    details: { quota: kind, limit, used },
    suggestion,
  })
}
