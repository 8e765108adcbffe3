import type { ClientSession } from 'mongoose'
import { Template, type TemplateRecord } from '../../../models/template.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { checkSender } from '../emails/check-sender.js'
import { asRead, requireAsRead, StaleChangeError, type ReadState } from '../../base/listing/stale-change.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
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
  const { projectId } = edit
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  if (patch.from !== undefined) await checkSender({ projectId, address: patch.from, ...settings })
  if (Object.values(patch).every((value) => value === undefined)) return template
  const isOfTexts = [patch.subject, patch.body, patch.translations].some((text) => text !== undefined)
  const changed = await (isOfTexts
    ? inTransaction((session) => storeTexts(session, edit, patch))
    : Template.findOneAndUpdate(asStored(edit), { $set: patch }, { returnDocument: 'after' }).lean())
  if (!changed) throw new StaleChangeError(await findTemplate(edit))
  return changed
}

function asStored({ projectId, templateId, ...read }: TemplateRef & ReadState) {
  return { _id: templateId, projectId, ...asRead(read) }
}

// Another change may store other texts at the same moment: the images are those of all texts together.
async function storeTexts(
  session: ClientSession,
  edit: TemplateRef & ReadState,
  patch: TemplatePatch,
): Promise<TemplateRecord | null> {
  const template = await Template.findOne(asStored(edit), null, { session }).lean()
  if (!template) return null
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const texts = textsOfMessage({ ...template, ...given })
  const uploadIds = await referToImages(session, { projectId: edit.projectId, texts, before: template.uploadIds })
  return Template.findOneAndUpdate(
    asStored(edit),
    { $set: { ...given, uploadIds } },
    { session, returnDocument: 'after' },
  ).lean()
}
