import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import type { ErrorCode } from '../../../models/domain/errors.js'
import type { AnyEndpoint } from '../endpoint.js'
import { possibleErrors } from '../possible-errors.js'
import { STATUS } from '../status.js'
import { ERROR_MEANINGS } from './error-meanings.js'

/** One way to be refused: the code that clients see, and what it means here. */
interface Refusal {
  status: number
  code: ErrorCode
  meaning: string
}

const REQUEST_ID = '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d10'
const TIMESTAMP = '2026-03-02T09:00:00.000Z'

/** The refusals of an endpoint, by status; equal ones of several endpoints share a component. */
export function errorResponses(endpoint: AnyEndpoint): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, Refusal[]>()
  for (const code of possibleErrors(endpoint)) {
    const refusal = refusalOf(endpoint, code)
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => [
      String(status),
      errorResponse(status, refusals, status === 400 && endpoint.badRequest === 'plain'),
    ]),
  )
}

function refusalOf(endpoint: AnyEndpoint, code: ErrorCode): Refusal {
  const { status, code: shown = code } = STATUS[code]
  const isUnverified = code === 'DOMAIN_NOT_VERIFIED'
  return { status, code: (isUnverified && endpoint.unverifiedSender) || shown, meaning: ERROR_MEANINGS[code] }
}

function errorResponse(status: number, refusals: Refusal[], isPlain: boolean): ZodOpenApiResponseObject {
  const codes = [...new Set(refusals.map(({ code }) => code))]
  const envelope = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      {
        type: 'object' as const,
        properties: {
          error: {
            type: 'object' as const,
            properties: { code: { enum: codes }, statusCode: { const: status } },
          },
        },
      },
    ],
  }
  const plain = { $ref: '#/components/schemas/PlainError' }
  return {
    id: `${status}.${isPlain ? 'plain.' : ''}${refusals.map(({ code }) => code).join('.')}`,
    description: refusals.map(({ code, meaning }) => `\`${code}\`: ${meaning}.`).join('\n\n'),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: isPlain ? { anyOf: [plain, envelope] } : envelope,
        examples: Object.fromEntries(refusals.map((refusal) => exampleOf(refusal, isPlain))),
      },
    },
  }
}

function headersOf(status: number) {
  const id = { $ref: '#/components/headers/X-Request-Id' }
  if (status !== 429 && status !== 503) return { 'X-Request-Id': id }
  return { 'X-Request-Id': id, 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
}

function exampleOf({ status, code, meaning }: Refusal, isPlain: boolean): [string, { value: unknown }] {
  if (isPlain && code === 'BAD_REQUEST') return [code, { value: { error: meaning } }]
  const error = { code, message: meaning, statusCode: status, requestId: REQUEST_ID }
  return [code, { value: { success: false, error, timestamp: TIMESTAMP } }]
}
