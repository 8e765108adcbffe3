import type { ClientSession } from 'mongoose'
import { Template, type TemplateRecord } from '../../../models/template.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { requireQuota } from '../../base/quotas/require-quota.js'
import { firstVersion } from './keep-version.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'

/** The fields of a template that its author sets. */
export type TemplateDraft = Omit<
  TemplateRecord,
  '_id' | 'archived' | 'saved' | 'emailsSent' | 'uploadIds' | 'guard' | 'createdAt' | 'updatedAt'
>

/**
 * Stores a new template as far as the quota of its project allows. `authorId` is null where a key makes it. Throws
 * QUOTA_EXCEEDED.
 */
export async function storeTemplate(draft: TemplateDraft, authorId: string | null): Promise<TemplateRecord> {
  return inQuotaTransaction(draft.projectId, (session) => insertTemplate(session, draft, authorId))
}

/** The same within a transaction of `inQuotaTransaction` that stores more. */
export async function insertTemplate(
  session: ClientSession,
  draft: TemplateDraft,
  authorId: string | null,
): Promise<TemplateRecord> {
  const { projectId } = draft
  await requireQuota(session, projectId, 'templates')
  const uploadIds = await referToImages(session, { projectId, texts: textsOfMessage(draft) })
  const [template] = await Template.create([{ ...draft, uploadIds, saved: firstVersion(authorId) }], { session })
  if (!template) throw new Error('The template was not created')
  return template.toObject()
}
