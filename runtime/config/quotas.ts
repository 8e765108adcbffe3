import { z } from 'zod'
import { whole } from './values.js'

/** The highest quota of segments. It is limited because a contact holds its segments and a summary of their events. */
export const MOST_SEGMENTS = 2_000

export const quotas = z.object({
  QUOTA_DOMAINS: whole().default(20).describe('domains per project; 0 for no quota, as for all quotas except segments'),
  QUOTA_TEMPLATES: whole().default(5_000).describe('templates per project'),
  QUOTA_SEGMENTS: whole(1, MOST_SEGMENTS).default(500).describe('segments per project, from 1 to 2,000'),
  QUOTA_WORKFLOWS: whole().default(500).describe('workflows per project'),
  QUOTA_INVITATIONS: whole().default(50).describe('pending invitations per project'),
  QUOTA_KEYS: whole().default(50).describe('named secret keys per project'),
  QUOTA_UPLOADS_MB: whole().default(1_024).describe('images, waiting imports and export files per project in total'),
  QUOTA_JOBS: whole().default(20).describe('waiting or running imports, bulk changes and large deletions per project'),
})
