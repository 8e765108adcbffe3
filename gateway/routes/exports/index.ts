import type { AnyEndpoint } from '../../http/endpoint.js'
import { createExportRoute } from './create-export.js'
import { deleteExportRoute } from './delete-export.js'
import { getExportFileRoute } from './get-export-file.js'
import { getExportRoute } from './get-export.js'
import { listExportsRoute } from './list-exports.js'

export const exportEndpoints: AnyEndpoint[] = [
  listExportsRoute,
  createExportRoute,
  getExportRoute,
  getExportFileRoute,
  deleteExportRoute,
]
