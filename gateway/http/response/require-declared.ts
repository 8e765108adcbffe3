import { AppError } from '../../../models/domain/errors.js'
import { endpointName, type AnyEndpoint } from '../endpoint.js'
import { explainError } from './explain-error.js'
import { possibleErrors } from '../openapi/possible-errors.js'
import { ClientGoneError } from '../request/read-body.js'

/**
 * Returns the error if its endpoint declares the code, else an error about the missing declaration. For tests, because
 * clients rely on the reference, which is made from the declarations.
 */
export function requireDeclared(endpoint: AnyEndpoint, error: unknown): unknown {
  if (error instanceof ClientGoneError) return error
  const { code } = explainError(error)
  if (possibleErrors(endpoint).includes(code)) return error
  const message = `${endpointName(endpoint)} answers ${code}, which it does not declare`
  return new AppError('INTERNAL_SERVER_ERROR', message, { cause: error })
}
