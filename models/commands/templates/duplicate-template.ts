import { Template, type TemplateRecord } from '../../template.js'
import { findTemplate, type TemplateRef } from './find-template.js'

const SUFFIX = ' (Copy)'

/** Stores a copy of a template, whose name is at most `maxNameLength` long. Throws TEMPLATE_NOT_FOUND. */
export async function duplicateTemplate(
  ref: TemplateRef,
  { maxNameLength }: { maxNameLength: number },
): Promise<TemplateRecord> {
  const { projectId, name, description, subject, body, from, fromName, replyTo, type, translations } =
    await findTemplate(ref)
  const draft = { projectId, description, subject, body, from, fromName, replyTo, type, translations }
  const copy = await Template.create({ ...draft, name: copyOf(name, maxNameLength) })
  return copy.toObject()
}

// A name that is as long as names may be makes room, so that the copy can be saved again as it is.
function copyOf(name: string, maxLength: number): string {
  const kept = name.slice(0, maxLength - SUFFIX.length)
  // Half a surrogate pair is no text.
  return kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + SUFFIX
}
