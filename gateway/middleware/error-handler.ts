import type { AppError } from '../../models/domain/errors.js'
import type { GatewayContext, GatewayMiddleware } from '../http/gateway-context.js'
import type { AnyEndpoint } from '../http/endpoint.js'
import { explainError } from '../http/response/explain-error.js'
import { loggableError, type LoggableError } from '../../runtime/loggable-error.js'
import { contentHeaders } from '../http/response/present-answer.js'
import { errorPage } from '../pages/error-page.js'
import { ClientGoneError } from '../http/request/read-body.js'
import type { Content } from '../http/response/reply.js'
import { STATUS } from '../http/response/status.js'

const RETRY_AFTER_SECONDS = 5

/** Answers every error that later middleware throws; no other code writes the body of an error. */
export const errorHandler: GatewayMiddleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (error instanceof ClientGoneError) {
      ctx.state.errorCode = 'CLIENT_GONE'
      ctx.status = 400
      return
    }
    answer(ctx, explainError(error))
  }
}

function answer(ctx: GatewayContext, error: AppError): void {
  const { endpoint } = ctx.state
  const { status } = STATUS[error.code]
  ctx.state.errorCode = error.code
  if (status >= 500) logFault(ctx, error)
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer')
  if (status === 503) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
  const retryAfter = error.details?.['retryAfter']
  if (typeof retryAfter === 'number') ctx.set('Retry-After', String(retryAfter))
  ctx.status = status
  const page = endpoint ? endpoint.errorPage?.(error, ctx.headers) : pageOfUnknownPath(ctx, error)
  if (page) {
    ctx.set(contentHeaders(page))
    ctx.body = page.body
    return
  }
  // The plain body consists of the message alone.
  const isPlain = error.code === 'BAD_REQUEST' && endpoint?.badRequest === 'plain' && !error.errors && !error.details
  ctx.body = isPlain ? { error: error.message } : envelope(error, ctx.state.requestId, endpoint)
}

// A person's browser may ask for a page of the dashboard that this version does not have. Programs do not ask for HTML.
function pageOfUnknownPath(ctx: GatewayContext, error: AppError): Content | null {
  const isNavigation = (ctx.method === 'GET' || ctx.method === 'HEAD') && ctx.get('Accept').includes('text/html')
  return error.code === 'RESOURCE_NOT_FOUND' && isNavigation ? errorPage(error, ctx.headers) : null
}

function envelope(error: AppError, requestId: string, endpoint: AnyEndpoint | undefined): object {
  const { status, code } = STATUS[error.code]
  const isUnverified = error.code === 'DOMAIN_NOT_VERIFIED'
  const details = isUnverified ? { ...error.details, reason: error.code } : error.details
  return {
    success: false,
    error: {
      code: (isUnverified && endpoint?.unverifiedSender) || (code ?? error.code),
      message: error.message,
      statusCode: status,
      requestId,
      ...(error.errors && { errors: error.errors }),
      ...(details && { details }),
      ...(error.suggestion && { suggestion: error.suggestion }),
    },
    timestamp: new Date().toISOString(),
  }
}

/** Logs an outage without stacks and with its cause, and an unexpected error with its details. */
function logFault(ctx: GatewayContext, error: AppError): void {
  const route = ctx.state.endpoint?.path ?? null
  if (error.code === 'SERVICE_UNAVAILABLE') {
    const cause = withoutStacks(loggableError(error.cause instanceof Error ? error.cause : error))
    ctx.state.log.warn({ route, reason: cause.message, error: cause }, error.message)
  } else {
    ctx.state.log.error({ route, error: loggableError(error.cause ?? error) }, 'unexpected error')
  }
}

function withoutStacks({ stack: _stack, cause, ...rest }: LoggableError): LoggableError {
  return cause ? { ...rest, cause: withoutStacks(cause) } : rest
}
