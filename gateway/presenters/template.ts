import type { z } from 'zod'
import type { TemplateRecord } from '../../models/template.js'
import type { ListedTemplate } from '../../commands/sending/templates/list-templates.js'
import type { ListedTemplateResponse, TemplateResponse } from '../schemas/template.js'

/** A template as the API shows it. */
export function presentTemplate(template: TemplateRecord): z.input<typeof TemplateResponse> {
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
    translations: template.translations,
    projectId: template.projectId,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
  }
}

/** A template in a list. */
export function presentListedTemplate(template: ListedTemplate): z.input<typeof ListedTemplateResponse> {
  return { ...presentTemplate(template), stepCount: template.stepCount }
}
