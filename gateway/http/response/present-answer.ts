import { AppError } from '../../../models/domain/errors.js'
import type { Logger } from '../../../runtime/logger.js'
import { elsewhere, endpointName, Media, type AnyEndpoint } from '../endpoint.js'
import type { StreamRequest } from '../../streams/open-streams.js'
import { Content, Emptied, Redirect, Reply, reply, Streamed, type SuccessStatus } from './reply.js'

/** The response to a request that succeeded. */
export interface PresentedAnswer {
  status: number
  /** Null sends no body. */
  body: unknown
  /** Takes the place of the body. */
  stream?: StreamRequest
  /** Added to the headers of every answer, or replacing them. */
  headers?: Readonly<Record<string, string | string[]>>
}

/**
 * Turns the answer of a handler into status and body. The schema checks the body before it leaves, and drops keys that
 * it does not name. A mismatch is a fault of the service: with `strict` it throws, otherwise it is logged and the body
 * is sent unchanged, because the work is already done. With `strict` an undeclared status is a fault, too.
 */
export function presentAnswer(
  endpoint: AnyEndpoint,
  answer: unknown,
  { strict, log }: { strict: boolean; log: Logger },
): PresentedAnswer {
  if (endpoint.response === null)
    return { status: 204, body: null, ...(answer instanceof Emptied ? { headers: answer.headers } : {}) }
  if (endpoint.response instanceof Media) return presentContent(endpoint, endpoint.response, answer)
  if (endpoint.response === elsewhere) return presentRedirect(endpoint, answer)
  const { status, body: data, message, headers } = open(endpoint, answer)
  const { statuses = [endpoint.status ?? 200] } = endpoint
  if (strict && !statuses.includes(status)) {
    throw new AppError('INTERNAL_SERVER_ERROR', `${endpointName(endpoint)} does not declare its status ${status}`)
  }
  const parsed = endpoint.response.safeParse(data)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    const text = `The response of ${endpointName(endpoint)} does not match its schema: ${faults}`
    if (strict) throw new AppError('INTERNAL_SERVER_ERROR', text)
    log.error({ operationId: endpoint.operationId, faults }, 'response does not match its schema')
  }
  const body = parsed.success ? parsed.data : data
  if (endpoint.envelope !== 'success') return { status, body, headers }
  return { status, headers, body: { success: true, data: body, ...(message === undefined ? {} : { message }) } }
}

function presentContent(endpoint: AnyEndpoint, { contentTypes }: Media, answer: unknown): PresentedAnswer {
  const isContent = answer instanceof Content || answer instanceof Streamed
  if (!isContent || !contentTypes.includes(answer.contentType)) {
    const message = `${endpointName(endpoint)} has to answer content of ${contentTypes.join(', ')}`
    throw new AppError('INTERNAL_SERVER_ERROR', message)
  }
  const headers = contentHeaders(answer)
  if (answer instanceof Streamed) return { status: 200, body: null, stream: answer.source, headers }
  return { status: answer.status, body: answer.body, headers }
}

/** The headers of content: its type and its further headers. */
export function contentHeaders({
  contentType,
  headers,
}: Pick<Content, 'contentType' | 'headers'>): Record<string, string> {
  const charset = contentType.startsWith('text/') ? '; charset=utf-8' : ''
  return { 'Content-Type': contentType + charset, ...headers }
}

function presentRedirect(endpoint: AnyEndpoint, answer: unknown): PresentedAnswer {
  if (answer instanceof Redirect)
    return { status: 302, body: null, headers: { ...answer.headers, Location: answer.location } }
  if (answer instanceof Content && answer.status === 410) {
    return { status: answer.status, body: answer.body, headers: contentHeaders(answer) }
  }
  throw new AppError('INTERNAL_SERVER_ERROR', `${endpointName(endpoint)} has to send the client on`)
}

function open({ status = 200 }: { status?: SuccessStatus }, answer: unknown): Reply<SuccessStatus, unknown> {
  return answer instanceof Reply ? (answer as Reply<SuccessStatus, unknown>) : reply(status, answer)
}
