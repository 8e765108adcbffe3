import { notFound } from '../../../models/domain/errors.js'
import { Template, type TemplateRecord } from '../../../models/template.js'

/** The ids of a template and its project. */
export interface TemplateRef {
  projectId: string
  templateId: string
}

/** Reads a template. Throws TEMPLATE_NOT_FOUND. */
export async function findTemplate({ projectId, templateId }: TemplateRef): Promise<TemplateRecord> {
  const template = await Template.findOne({ _id: templateId, projectId }).lean()
  if (!template) throw notFound('template', templateId)
  return template
}
