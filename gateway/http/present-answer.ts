import { AppError } from '../../models/domain/errors.js'
import type { Logger } from '../../runtime/logger.js'
import { endpointName, Media, type AnyEndpoint } from './endpoint.js'
import { Content, Reply, reply, type SuccessStatus } from './reply.js'

/** What goes out for a request that succeeded. */
export interface PresentedAnswer {
  status: number
  /** Null sends none. */
  body: unknown
  /** Beside those that every answer has, or in their place. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Turns what a handler answered into status and body. The body passes its schema before it leaves, which also
 * drops what the schema does not name. A mismatch is our fault: with `strict` it throws, otherwise it is
 * logged and the body goes out as it is, because the work is done.
 */
export function presentAnswer(
  endpoint: AnyEndpoint,
  answer: unknown,
  { strict, log }: { strict: boolean; log: Logger },
): PresentedAnswer {
  if (endpoint.response === null) return { status: 204, body: null }
  if (endpoint.response instanceof Media) return presentContent(endpoint, endpoint.response, answer)
  const { status, body: data, message, headers } = open(endpoint, answer)
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
  if (!(answer instanceof Content) || !contentTypes.includes(answer.contentType)) {
    const message = `${endpointName(endpoint)} has to answer content of ${contentTypes.join(', ')}`
    throw new AppError('INTERNAL_SERVER_ERROR', message)
  }
  const { contentType, body, headers } = answer
  const charset = contentType.startsWith('text/') ? '; charset=utf-8' : ''
  return { status: 200, body, headers: { 'Content-Type': contentType + charset, ...headers } }
}

function open({ status = 200 }: { status?: SuccessStatus }, answer: unknown): Reply<SuccessStatus, unknown> {
  return answer instanceof Reply ? (answer as Reply<SuccessStatus, unknown>) : reply(status, answer)
}
