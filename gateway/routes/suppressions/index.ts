import type { AnyEndpoint } from '../../http/endpoint.js'
import { createSuppressionRoute } from './create-suppression.js'
import { deleteSuppressionRoute } from './delete-suppression.js'
import { importSuppressionsRoute } from './import-suppressions.js'
import { listSuppressionsRoute } from './list-suppressions.js'

export const suppressionEndpoints: AnyEndpoint[] = [
  listSuppressionsRoute,
  createSuppressionRoute,
  importSuppressionsRoute,
  deleteSuppressionRoute,
]
