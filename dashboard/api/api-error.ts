/** An error in one field of a request; `field` is a path such as `attachments.0.filename`. */
export interface FieldError {
  field: string
  code: string
  message: string
}

interface ErrorParts {
  code: string
  /** The status of the answer; 0 without an answer. */
  status: number
  message: string
  requestId?: string | undefined
  errors?: FieldError[]
  details?: Record<string, unknown>
  suggestion?: string | undefined
  retryAfterMs?: number | undefined
}

/** Why a call failed, as the API explains it; the code is `UNREACHABLE` when no answer arrived. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined
  readonly errors: FieldError[]
  readonly details: Record<string, unknown>
  readonly suggestion: string | undefined
  readonly retryAfterMs: number | undefined

  constructor({ code, status, message, requestId, errors, details, suggestion, retryAfterMs }: ErrorParts) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.requestId = requestId
    this.errors = errors ?? []
    this.details = details ?? {}
    this.suggestion = suggestion
    this.retryAfterMs = retryAfterMs
  }
}

/** Reads the error of an answer, in the envelope or as the plain `{ error: message }`. */
export function readError({ status, headers }: Response, body: unknown): ApiError {
  const { error } = (body ?? {}) as { error?: unknown }
  const parts = (typeof error === 'object' && error !== null ? error : {}) as Partial<ErrorParts>
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    code: parts.code ?? 'BAD_REQUEST',
    status,
    message: typeof error === 'string' ? error : (parts.message ?? ''),
    requestId: parts.requestId ?? headers.get('x-request-id') ?? undefined,
    errors: parts.errors ?? [],
    details: parts.details ?? {},
    suggestion: parts.suggestion,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  })
}
