import { AppError } from './errors.js'

/** The limit on one kind of a project's resources. */
interface Quota {
  /** The setting of the installation that holds the limit. */
  setting: `QUOTA_${string}`
  /** The number of counted units in one unit of the setting. */
  unit: number
  /** The counted resource, in words for a sentence. */
  noun: string
  /** The way in which the project can make room. */
  suggestion: string
}

/**
 * Resources that use rows of the database, or places in an external account, have a quota. Contacts, events, emails and
 * executions have none: projects exist for them, and pay for them where the installation bills. Drafts of campaigns and
 * versions of workflows have none, because the rate limit of requests bounds their growth.
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
  keys: {
    setting: 'QUOTA_KEYS',
    unit: 1,
    noun: 'named keys',
    suggestion: 'Delete a key that is no longer used, or has expired',
  },
  uploads: {
    setting: 'QUOTA_UPLOADS_MB',
    unit: 1_048_576,
    noun: 'bytes of images, of files that wait for their import, and of files of exports',
    suggestion: 'Delete an image that is no longer shown or an export that is no longer needed, or wait for an import',
  },
  jobs: {
    setting: 'QUOTA_JOBS',
    unit: 1,
    noun: 'pending jobs',
    suggestion: 'Wait until one of the running jobs has ended',
  },
} as const satisfies Record<string, Quota>

/** A kind of resource with a quota. */
export type QuotaKind = keyof typeof QUOTAS

/** Every kind of resource with a quota. */
export const QUOTA_KINDS = Object.keys(QUOTAS) as QuotaKind[]

/** The error for a creation beyond a quota. `limit` and `used` are in counted units. */
export function quotaExceeded(kind: QuotaKind, limit: number, used: number): AppError {
  const { noun, suggestion } = QUOTAS[kind]
  return new AppError('QUOTA_EXCEEDED', `A project has at most ${limit} ${noun}`, {
    details: { quota: kind, limit, used },
    suggestion,
  })
}
