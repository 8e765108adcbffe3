import type { AnyEndpoint } from '../../http/endpoint.js'
import { createTemplate } from './create-template.js'
import { getTemplate } from './get-template.js'
import { listTemplates } from './list-templates.js'

export const templateEndpoints: AnyEndpoint[] = [listTemplates, createTemplate, getTemplate]
