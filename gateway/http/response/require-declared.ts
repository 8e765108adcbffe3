import { AppError } from '../../../models/domain/errors.js'
import { endpointName, type AnyEndpoint } from '../endpoint.js'
import { explainError } from './explain-error.js'
import { possibleErrors } from '../openapi/possible-errors.js'
import { ClientGoneError } from '../request/read-body.js'

/**
 * The error as it is when its endpoint declares the code, else the fault of not declaring it. For tests: clients
 * know what the reference says, and the reference is made of the declarations.
 */
export function requireDeclared(endpoint: AnyEndpoint, error: unknown): unknown {
  if (error instanceof ClientGoneError) return error
  const { code } = explainError(error)
  if (possibleErrors(endpoint).includes(code)) return error
  const message = `${endpointName(endpoint)} answers ${code}, which it does not declare`
  return new AppError('INTERNAL_SERVER_ERROR', message, { cause: error })
}
