import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import type { ErrorCode } from '../../../models/domain/errors.js'
import { ErrorResponse, PlainErrorResponse } from '../../schemas/error.js'
import type { AnyEndpoint } from '../endpoint.js'
import { possibleErrors } from './possible-errors.js'
import { STATUS } from '../response/status.js'
import { ERROR_MEANINGS } from './error-meanings.js'
import { headersOf } from './headers.js'

/** One refusal: the code that clients see, and its meaning at this endpoint. */
interface Refusal {
  status: number
  code: ErrorCode
  meaning: string
}

const REQUEST_ID = '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d10'
const TIMESTAMP = '2026-03-02T09:00:00.000Z'

/** A response of the document's components, under its name. */
export interface NamedResponse {
  status: `${4 | 5}${string}`
  name: string
  response: ZodOpenApiResponseObject
}

/** The error responses of an endpoint, one for each status. Responses of the same name are equal. */
export function errorResponses(endpoint: AnyEndpoint): NamedResponse[] {
  const byStatus = new Map<number, Refusal[]>()
  for (const code of possibleErrors(endpoint)) {
    const refusal = refusalOf(endpoint, code)
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal])
  }
  return [...byStatus].map(([status, refusals]) => {
    const isPlain = status === 400 && endpoint.badRequest === 'plain'
    const codes = refusals.map(({ code }) => code).sort()
    return {
      status: `${status}` as NamedResponse['status'],
      name: [
        `${status}`,
        ...(isPlain ? ['plain'] : []),
        ...(endpoint.errorPage ? ['page'] : []),
        ...new Set(codes),
      ].join('.'),
      response: endpoint.errorPage ? errorPage(status, refusals) : errorResponse(status, refusals, isPlain),
    }
  })
}

function refusalOf(endpoint: AnyEndpoint, code: ErrorCode): Refusal {
  const { status, code: shown = code } = STATUS[code]
  const isUnverified = code === 'DOMAIN_NOT_VERIFIED'
  return { status, code: (isUnverified && endpoint.unverifiedSender) || shown, meaning: ERROR_MEANINGS[code] }
}

function errorPage(status: number, refusals: Refusal[]): ZodOpenApiResponseObject {
  return {
    description: refusals.map(({ meaning }) => `${meaning}.`).join('\n\n'),
    headers: headersOf({}, status),
    content: { 'text/html': { schema: { type: 'string' } } },
  }
}

function errorResponse(status: number, refusals: Refusal[], isPlain: boolean): ZodOpenApiResponseObject {
  return {
    description: refusals.map(({ code, meaning }) => `\`${code}\`: ${meaning}.`).join('\n\n'),
    headers: headersOf({}, status),
    content: {
      'application/json': {
        schema: isPlain ? z.union([PlainErrorResponse, ErrorResponse]) : ErrorResponse,
        examples: Object.fromEntries(refusals.map((refusal) => exampleOf(refusal, isPlain))),
      },
    },
  }
}

function exampleOf({ status, code, meaning }: Refusal, isPlain: boolean): [string, { value: unknown }] {
  if (isPlain && code === 'BAD_REQUEST') return [code, { value: { error: meaning } }]
  const error = { code, message: meaning, statusCode: status, requestId: REQUEST_ID }
  return [code, { value: { success: false, error, timestamp: TIMESTAMP } }]
}
