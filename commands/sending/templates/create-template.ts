import type { TemplateRecord } from '../../../models/template.js'
import { checkSender } from '../emails/check-sender.js'
import { storeTemplate, type TemplateDraft } from './store-template.js'

/** Stores a template. Throws DOMAIN_NOT_VERIFIED, QUOTA_EXCEEDED. */
export async function createTemplate(
  draft: TemplateDraft,
  settings: { allowTestDomains: boolean },
): Promise<TemplateRecord> {
  await checkSender({ projectId: draft.projectId, address: draft.from, ...settings })
  return storeTemplate(draft)
}
