import { notFound } from '../../models/domain/errors.js'
import { Template, type TemplateRecord } from '../../models/template.js'

/** Which template, of which project. */
export interface TemplateRef {
  projectId: string
  templateId: string
}

/** The template as it stands. Throws TEMPLATE_NOT_FOUND. */
export async function findTemplate({ projectId, templateId }: TemplateRef): Promise<TemplateRecord> {
  const template = await Template.findOne({ _id: templateId, projectId }).lean()
  if (!template) throw notFound('template', templateId)
  return template
}
