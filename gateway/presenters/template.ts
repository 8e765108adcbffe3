import type { z } from 'zod'
import type { TemplateRecord } from '../../models/template.js'
import type { ListedTemplate } from '../../commands/sending/templates/list-templates.js'
import type { ListedTemplateResponse, TemplateResponse } from '../schemas/template.js'
import { presentOwnSource, presentSource } from './message-source.js'

/** A template as the API shows it. */
export function presentTemplate(template: TemplateRecord): z.input<typeof TemplateResponse> {
  return {
    ...fieldsOf(template),
    ...presentSource(template, new Date()),
    translations: presentTranslations(template),
  }
}

/** The translations of a template with what their bodies are made of. */
export function presentTranslations({
  translations,
  translationSources,
}: Pick<TemplateRecord, 'translations' | 'translationSources'>): z.input<typeof TemplateResponse>['translations'] {
  if (!translations) return null
  const translated = Object.entries(translations).map(([tag, translation]) => [
    tag,
    { ...translation, ...presentOwnSource(translationSources?.[tag]) },
  ])
  return Object.fromEntries(translated) as z.input<typeof TemplateResponse>['translations']
}

/** A template in a list. */
export function presentListedTemplate(template: ListedTemplate): z.input<typeof ListedTemplateResponse> {
  const { editor = 'html', translations, stepCount } = template
  return { ...fieldsOf(template), editor, translations, stepCount }
}

function fieldsOf(template: TemplateRecord) {
  return {
    id: template._id,
    name: template.name,
    description: template.description,
    subject: template.subject,
    body: template.body,
    from: template.from,
    fromName: template.fromName,
    replyTo: template.replyTo,
    type: template.type,
    archived: template.archived,
    projectId: template.projectId,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
  }
}
