import type { AnyEndpoint } from '../../http/endpoint.js'
import { createSuppression } from './create-suppression.js'
import { deleteSuppression } from './delete-suppression.js'
import { listSuppressions } from './list-suppressions.js'

export const suppressionEndpoints: AnyEndpoint[] = [listSuppressions, createSuppression, deleteSuppression]
