import type { AnyEndpoint } from '../../http/endpoint.js'
import { cancelExecution } from './cancel-execution.js'
import { getExecution } from './get-execution.js'
import { listExecutions } from './list-executions.js'
import { startExecution } from './start-execution.js'

export const executionEndpoints: AnyEndpoint[] = [startExecution, listExecutions, getExecution, cancelExecution]
