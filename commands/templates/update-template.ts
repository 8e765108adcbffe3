import { notFound } from '../../models/domain/errors.js'
import { Template, type TemplateRecord } from '../../models/template.js'
import { checkSender } from '../emails/check-sender.js'
import type { TemplateDraft } from './store-template.js'
import { findTemplate, type TemplateRef } from './find-template.js'

/** The fields of a template to change; undefined fields stay as they are. */
export type TemplatePatch = {
  [K in keyof Omit<TemplateDraft, 'projectId'>]?: TemplateDraft[K] | undefined
}

/** Changes a template. Throws TEMPLATE_NOT_FOUND, and DOMAIN_NOT_VERIFIED when a sender is given. */
export async function updateTemplate(
  ref: TemplateRef,
  patch: TemplatePatch,
  settings: { allowTestDomains: boolean },
): Promise<TemplateRecord> {
  const { projectId, templateId } = ref
  const template = await findTemplate(ref)
  if (patch.from !== undefined) await checkSender({ projectId, address: patch.from, ...settings })
  if (Object.values(patch).every((value) => value === undefined)) return template
  const changed = await Template.findOneAndUpdate(
    { _id: templateId, projectId },
    { $set: patch },
    { returnDocument: 'after' },
  ).lean()
  if (!changed) throw notFound('template', templateId)
  return changed
}
