import type { AnyEndpoint } from '../../http/endpoint.js'
import { bulkTemplateRoutes } from './bulk-templates.js'
import { createTemplateRoute } from './create-template.js'
import { deleteTemplateRoute } from './delete-template.js'
import { duplicateTemplateRoute } from './duplicate-template.js'
import { getTemplateVersionRoute } from './get-template-version.js'
import { listTemplateVersionsRoute } from './list-template-versions.js'
import { restoreTemplateVersionRoute } from './restore-template-version.js'
import { getTemplateRoute } from './get-template.js'
import { getTemplateUsageRoute } from './get-template-usage.js'
import { listTemplatesRoute } from './list-templates.js'
import { previewTemplateRoute } from './preview-template.js'
import { updateTemplateRoute } from './update-template.js'

export const templateEndpoints: AnyEndpoint[] = [
  ...bulkTemplateRoutes,
  listTemplatesRoute,
  createTemplateRoute,
  getTemplateRoute,
  updateTemplateRoute,
  deleteTemplateRoute,
  duplicateTemplateRoute,
  getTemplateUsageRoute,
  previewTemplateRoute,
  listTemplateVersionsRoute,
  getTemplateVersionRoute,
  restoreTemplateVersionRoute,
]
