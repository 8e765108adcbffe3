import { Template, type TemplateRecord } from '../../models/template.js'
import { checkSender } from '../emails/check-sender.js'
import { asRead, requireAsRead, StaleChangeError, type ReadState } from '../stale-change.js'
import type { TemplateDraft } from './store-template.js'
import { findTemplate, type TemplateRef } from './find-template.js'

/** The fields of a template to change; undefined fields stay as they are. */
export type TemplatePatch = {
  [K in keyof Omit<TemplateDraft, 'projectId'>]?: TemplateDraft[K] | undefined
}

/**
 * Changes a template. Throws TEMPLATE_NOT_FOUND, DOMAIN_NOT_VERIFIED when a sender is given, and StaleChangeError for a
 * template that was changed since `ifUpdatedAt`.
 */
export async function updateTemplate(
  edit: TemplateRef & ReadState,
  patch: TemplatePatch,
  settings: { allowTestDomains: boolean },
): Promise<TemplateRecord> {
  const { projectId, templateId } = edit
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  if (patch.from !== undefined) await checkSender({ projectId, address: patch.from, ...settings })
  if (Object.values(patch).every((value) => value === undefined)) return template
  const changed = await Template.findOneAndUpdate(
    { _id: templateId, projectId, ...asRead(edit) },
    { $set: patch },
    { returnDocument: 'after' },
  ).lean()
  if (!changed) throw new StaleChangeError(await findTemplate(edit))
  return changed
}
