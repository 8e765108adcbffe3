import { z } from 'zod'
import { whole } from './values.js'

/** The highest quota of segments. It is limited because a contact holds its segments and a summary of their events. */
export const MOST_SEGMENTS = 2_000

export const quotas = z.object({
  QUOTA_DOMAINS: whole()
    .default(20)
    .describe('domains of one project; 0 for no quota, as with all quotas but that of segments'),
  QUOTA_TEMPLATES: whole().default(5_000).describe('templates of one project'),
  QUOTA_SEGMENTS: whole(1, MOST_SEGMENTS).default(500).describe('segments of one project, from 1 to 2,000'),
  QUOTA_WORKFLOWS: whole().default(500).describe('workflows of one project'),
  QUOTA_INVITATIONS: whole().default(50).describe('invitations to one project that are pending'),
  QUOTA_KEYS: whole().default(50).describe('named secret keys of one project'),
  QUOTA_UPLOADS_MB: whole()
    .default(1_024)
    .describe('images, waiting imports and files of exports of one project together'),
  QUOTA_JOBS: whole()
    .default(20)
    .describe('imports, bulk changes and large deletions of one project that are waiting or running'),
})
