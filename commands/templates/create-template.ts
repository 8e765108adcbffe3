import { Template, type TemplateRecord } from '../../models/template.js'
import { checkSender } from '../emails/check-sender.js'

/** The fields of a template that its author sets. */
export type TemplateDraft = Omit<TemplateRecord, '_id' | 'emailsSent' | 'guard' | 'createdAt' | 'updatedAt'>

/** Stores a template. Throws DOMAIN_NOT_VERIFIED. */
export async function createTemplate(
  draft: TemplateDraft,
  settings: { allowTestDomains: boolean },
): Promise<TemplateRecord> {
  await checkSender({ projectId: draft.projectId, address: draft.from, ...settings })
  const template = await Template.create(draft)
  return template.toObject()
}
