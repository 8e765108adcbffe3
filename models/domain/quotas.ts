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
    suggestion: 'Remove a domain you no longer use',
  },
  templates: {
    setting: 'QUOTA_TEMPLATES',
    unit: 1,
    noun: 'templates',
    suggestion: 'Delete a template you no longer use',
  },
  segments: {
    setting: 'QUOTA_SEGMENTS',
    unit: 1,
    noun: 'segments',
    suggestion: 'Delete a segment you no longer use',
  },
  workflows: {
    setting: 'QUOTA_WORKFLOWS',
    unit: 1,
    noun: 'workflows',
    suggestion: 'Delete a workflow you no longer use',
  },
  invitations: {
    setting: 'QUOTA_INVITATIONS',
    unit: 1,
    noun: 'pending invitations',
    suggestion: 'Revoke an invitation, or wait until one is accepted or expires',
  },
  keys: {
    setting: 'QUOTA_KEYS',
    unit: 1,
    noun: 'named keys',
    suggestion: 'Delete a key that has expired or that you no longer use',
  },
  uploads: {
    setting: 'QUOTA_UPLOADS_MB',
    unit: 1_048_576,
    noun: 'bytes of images, pending import files and export files',
    suggestion: 'Delete an unused image or export, or wait until an import has finished',
  },
  jobs: {
    setting: 'QUOTA_JOBS',
    unit: 1,
    noun: 'pending jobs',
    suggestion: 'Wait until a running job has finished',
  },
} as const satisfies Record<string, Quota>

/** A kind of resource with a quota. */
export type QuotaKind = keyof typeof QUOTAS

/** Every kind of resource with a quota. */
export const QUOTA_KINDS = Object.keys(QUOTAS) as QuotaKind[]

/** The error for a creation beyond a quota. `limit` and `used` are in counted units. */
export function quotaExceeded(kind: QuotaKind, limit: number, used: number): AppError {
  const { noun, suggestion } = QUOTAS[kind]
  return new AppError('QUOTA_EXCEEDED', `A project can have at most ${limit} ${noun}`, {
    details: { quota: kind, limit, used },
    suggestion,
  })
}
