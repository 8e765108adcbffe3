import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelExecution } from './cancel-execution.js'
import { cancelExecutions } from './cancel-executions.js'
import { getExecution } from './get-execution.js'
import { listExecutions } from './list-executions.js'
import { retryExecution } from './retry-execution.js'
import { startExecution } from './start-execution.js'

export const executionEndpoints: AnyEndpoint[] = [
  startExecution,
  listExecutions,
  getExecution,
  cancelExecution,
  cancelExecutions,
  retryExecution,
]
