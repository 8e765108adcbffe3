import { Template, type TemplateRecord } from '../../../models/template.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { checkSender } from '../emails/check-sender.js'
import { requireAsRead, StaleChangeError } from '../../base/listing/stale-change.js'
import { bodyContent } from '../sources/body-content.js'
import { translatedContent } from '../sources/message-content.js'
import type { MessageSettings } from '../sources/message-settings.js'
import type { SentTemplate } from './create-template.js'
import { archiveTemplate } from './archive-template.js'
import { findTemplate } from './find-template.js'
import { asStored, storeContent, type ContentChange, type TemplateEdit } from './store-content.js'

/** The fields of a template to change; undefined fields stay as they are. */
export type TemplatePatch = {
  [K in keyof Omit<SentTemplate, 'projectId'>]?: SentTemplate[K] | undefined
} & { archived?: boolean | undefined }

/**
 * Changes a template. A change of its content keeps the version before. A body of HTML replaces the design or MJML of
 * the stored one. An archived template goes on to work wherever it is used. Throws TEMPLATE_NOT_FOUND,
 * DOMAIN_NOT_VERIFIED when a sender is given, VALIDATION_ERROR as `bodyContent` does, and StaleChangeError for a
 * template that was changed since `ifUpdatedAt`.
 */
export async function updateTemplate(
  edit: TemplateEdit,
  patch: TemplatePatch,
  settings: MessageSettings,
): Promise<TemplateRecord> {
  const { projectId } = edit
  const { archived, ...others } = patch
  if (archived !== undefined && Object.values(others).every((value) => value === undefined)) {
    return archiveTemplate(edit, archived)
  }
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  if (patch.from !== undefined) {
    await checkSender({ projectId, address: patch.from, allowTestDomains: settings.allowTestDomains })
  }
  if (Object.values(patch).every((value) => value === undefined)) return template
  const change = await readChange(template, patch, settings)
  const changed = await (CONTENT_FIELDS.some((field) => patch[field] !== undefined)
    ? inTransaction((session) => storeContent(session, edit, change))
    : Template.findOneAndUpdate(asStored(edit), { $set: change.fields }, { returnDocument: 'after' }).lean())
  if (!changed) throw new StaleChangeError(await findTemplate(edit))
  return changed
}

// The fields of which versions are kept.
const CONTENT_FIELDS = ['subject', 'body', 'design', 'mjml', 'from', 'fromName', 'replyTo', 'translations'] as const

async function readChange(
  template: TemplateRecord,
  patch: TemplatePatch,
  settings: MessageSettings,
): Promise<ContentChange> {
  const { body, design, mjml, translations, ...given } = patch
  const sent = { body, design, mjml }
  const place = { prefix: '', language: settings.project.language }
  const content = await bodyContent(sent, place, { context: settings, stored: template.body })
  const translated =
    translations === undefined ? {} : await translatedContent(translations, { context: settings, stored: template })
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { fields: { ...fields, ...translated }, sent, content }
}
