import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelExecutionRoute } from './cancel-execution.js'
import { cancelExecutionsRoute } from './cancel-executions.js'
import { getExecutionRoute } from './get-execution.js'
import { listExecutionsRoute } from './list-executions.js'
import { retryExecutionRoute } from './retry-execution.js'
import { startExecutionRoute } from './start-execution.js'

export const executionEndpoints: AnyEndpoint[] = [
  startExecutionRoute,
  listExecutionsRoute,
  getExecutionRoute,
  cancelExecutionRoute,
  cancelExecutionsRoute,
  retryExecutionRoute,
]
