import type { ClientSession } from 'mongoose'
import { Template, type TemplateRecord } from '../../../models/template.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { asRead, type ReadState } from '../../base/listing/stale-change.js'
import { changedContent } from '../sources/message-content.js'
import type { BodyContent, SentContent } from '../sources/sent-content.js'
import { referToImages, textsOfMessage } from '../uploads/refer-to-images.js'
import type { TemplateRef } from './find-template.js'
import { keepVersion } from './keep-version.js'

/** A template to change, and the user who changes it; null or missing where a key does. */
export interface TemplateEdit extends TemplateRef, ReadState {
  authorId?: string | null
}

/** A change of a template whose sources are rendered. */
export interface ContentChange {
  fields: Partial<TemplateRecord>
  sent: SentContent
  content: BodyContent | null
}

/** The filter for the template as its editor has read it. */
export function asStored({ projectId, templateId, ifUpdatedAt }: TemplateRef & ReadState) {
  return { _id: templateId, projectId, ...asRead({ ifUpdatedAt }) }
}

/**
 * Changes the content of a template and keeps the version before. Null when the template is not as its editor has read
 * it.
 */
export async function storeContent(
  session: ClientSession,
  edit: TemplateEdit,
  { fields, sent, content }: ContentChange,
): Promise<TemplateRecord | null> {
  const template = await Template.findOne(asStored(edit), null, { session }).lean()
  if (!template) return null
  const given = { ...fields, ...changedContent(template, { sent, content, now: databaseNow() }) }
  const after = { ...template, ...given }
  // Another change may store other texts at the same moment: the images are those of all texts together.
  const texts = textsOfMessage(after)
  const uploadIds = await referToImages(session, { projectId: edit.projectId, texts, before: template.uploadIds })
  const version = await keepVersion(session, template, { after, authorId: edit.authorId ?? null })
  return Template.findOneAndUpdate(
    asStored(edit),
    { $set: { ...given, uploadIds, ...version } },
    { session, returnDocument: 'after' },
  ).lean()
}
