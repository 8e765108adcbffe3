import { copiedName } from '../../../models/domain/copied-name.js'
import type { TemplateRecord } from '../../../models/template.js'
import { findTemplate, type TemplateRef } from './find-template.js'
import { storeTemplate } from './store-template.js'

/**
 * Stores a copy of a template, whose name is at most `maxNameLength` long. `authorId` is null where a key makes it.
 * Throws TEMPLATE_NOT_FOUND, QUOTA_EXCEEDED.
 */
export async function duplicateTemplate(
  { authorId, ...ref }: TemplateRef & { authorId: string | null },
  { maxNameLength }: { maxNameLength: number },
): Promise<TemplateRecord> {
  const { projectId, name, description, subject, body, from, fromName, replyTo, type, translations, ...stored } =
    await findTemplate(ref)
  const { editor, source, translationSources } = stored
  const sources = { editor, source, translationSources }
  const draft = { projectId, description, subject, body, from, fromName, replyTo, type, translations, ...sources }
  return storeTemplate({ ...draft, name: copiedName(name, maxNameLength) }, authorId)
}
