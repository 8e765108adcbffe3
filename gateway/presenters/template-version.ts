import type { z } from 'zod'
import type { TemplateVersionContent } from '../../commands/sending/templates/find-template-version.js'
import type { ListedTemplateVersion } from '../../commands/sending/templates/list-template-versions.js'
import type * as schemas from '../schemas/template-version.js'
import { presentOwnSource } from './message-source.js'
import { presentTranslations } from './template.js'

/** A version of a template in a list. */
export function presentTemplateVersion({
  version,
  savedAt,
  author,
  changes,
  isCurrent,
}: ListedTemplateVersion): z.input<typeof schemas.ListedTemplateVersion> {
  return { version, savedAt: savedAt.toISOString(), author, changes, isCurrent }
}

/** A version of a template with its content. */
export function presentVersionContent(found: TemplateVersionContent): z.input<typeof schemas.TemplateVersionResponse> {
  const { subject, body, from, fromName, replyTo, source } = found.content
  return {
    ...presentTemplateVersion(found),
    subject,
    body,
    from,
    fromName,
    replyTo,
    ...presentOwnSource(source),
    translations: presentTranslations(found.content),
  }
}
