import type { AnyEndpoint } from '../../http/endpoint.js'
import { createTemplate } from './create-template.js'
import { deleteTemplate } from './delete-template.js'
import { duplicateTemplate } from './duplicate-template.js'
import { getTemplate } from './get-template.js'
import { getTemplateUsage } from './get-template-usage.js'
import { listTemplates } from './list-templates.js'
import { previewTemplate } from './preview-template.js'
import { updateTemplate } from './update-template.js'

export const templateEndpoints: AnyEndpoint[] = [
  listTemplates,
  createTemplate,
  getTemplate,
  updateTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplateUsage,
  previewTemplate,
]
