import type { ClientSession } from 'mongoose'
import { Template, type TemplateRecord } from '../../../models/template.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { checkSender } from '../emails/check-sender.js'
import { asRead, requireAsRead, StaleChangeError, type ReadState } from '../../base/listing/stale-change.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { bodyContent } from '../sources/body-content.js'
import { changedContent, translatedContent } from '../sources/message-content.js'
import type { BodyContent, SentContent } from '../sources/sent-content.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
import type { MessageSettings } from '../sources/message-settings.js'
import type { SentTemplate } from './create-template.js'
import { findTemplate, type TemplateRef } from './find-template.js'

/** The fields of a template to change; undefined fields stay as they are. */
export type TemplatePatch = {
  [K in keyof Omit<SentTemplate, 'projectId'>]?: SentTemplate[K] | undefined
}

/**
 * Changes a template. A body of HTML replaces the design or MJML of the stored one. Throws TEMPLATE_NOT_FOUND,
 * DOMAIN_NOT_VERIFIED when a sender is given, VALIDATION_ERROR as `bodyContent` does, and StaleChangeError for a
 * template that was changed since `ifUpdatedAt`.
 */
export async function updateTemplate(
  edit: TemplateRef & ReadState,
  patch: TemplatePatch,
  settings: MessageSettings,
): Promise<TemplateRecord> {
  const { projectId } = edit
  const template = await findTemplate(edit)
  requireAsRead(template, edit)
  if (patch.from !== undefined) {
    await checkSender({ projectId, address: patch.from, allowTestDomains: settings.allowTestDomains })
  }
  if (Object.values(patch).every((value) => value === undefined)) return template
  const change = await readChange(template, patch, settings)
  const changed = await (change.isOfTexts
    ? inTransaction((session) => storeTexts(session, edit, change))
    : Template.findOneAndUpdate(asStored(edit), { $set: change.fields }, { returnDocument: 'after' }).lean())
  if (!changed) throw new StaleChangeError(await findTemplate(edit))
  return changed
}

/** A change whose sources are rendered. */
interface Change {
  fields: Partial<TemplateRecord>
  sent: SentContent
  content: BodyContent | null
  /** Whether it may change the images that the template shows. */
  isOfTexts: boolean
}

async function readChange(template: TemplateRecord, patch: TemplatePatch, settings: MessageSettings): Promise<Change> {
  const { body, design, mjml, translations, ...given } = patch
  const sent = { body, design, mjml }
  const place = { prefix: '', language: settings.project.language }
  const content = await bodyContent(sent, place, { context: settings, stored: template.body })
  const translated =
    translations === undefined ? {} : await translatedContent(translations, { context: settings, stored: template })
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const isOfTexts = [patch.subject, body, design, mjml, translations].some((text) => text !== undefined)
  return { fields: { ...fields, ...translated }, sent, content, isOfTexts }
}

function asStored({ projectId, templateId, ...read }: TemplateRef & ReadState) {
  return { _id: templateId, projectId, ...asRead(read) }
}

// Another change may store other texts at the same moment: the images are those of all texts together.
async function storeTexts(
  session: ClientSession,
  edit: TemplateRef & ReadState,
  { fields, sent, content }: Change,
): Promise<TemplateRecord | null> {
  const template = await Template.findOne(asStored(edit), null, { session }).lean()
  if (!template) return null
  const given = { ...fields, ...changedContent(template, { sent, content, now: databaseNow() }) }
  const texts = textsOfMessage({ ...template, ...given })
  const uploadIds = await referToImages(session, { projectId: edit.projectId, texts, before: template.uploadIds })
  return Template.findOneAndUpdate(
    asStored(edit),
    { $set: { ...given, uploadIds } },
    { session, returnDocument: 'after' },
  ).lean()
}
