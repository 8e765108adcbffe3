import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelExecutionRoute } from './cancel-execution.js'
import { cancelExecutionsRoute } from './cancel-executions.js'
import { getExecutionRoute } from './get-execution.js'
import { getFailedRetryRoute } from './get-failed-retry.js'
import { listAllExecutionsRoute } from './list-all-executions.js'
import { listExecutionsRoute } from './list-executions.js'
import { retryExecutionRoute } from './retry-execution.js'
import { retryFailedRoute } from './retry-failed.js'
import { startExecutionRoute } from './start-execution.js'

export const executionEndpoints: AnyEndpoint[] = [
  startExecutionRoute,
  listExecutionsRoute,
  listAllExecutionsRoute,
  getExecutionRoute,
  cancelExecutionRoute,
  cancelExecutionsRoute,
  retryExecutionRoute,
  retryFailedRoute,
  getFailedRetryRoute,
]
