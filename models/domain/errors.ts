/** Every error code of the API. A table in the gateway maps each to its HTTP status. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'MALFORMED_BODY'
  | 'VALIDATION_ERROR'
  | 'MISSING_AUTH'
  | 'INVALID_API_KEY'
  | 'UNAUTHORIZED'
  | 'INVALID_CREDENTIALS'
  | 'UPGRADE_REQUIRED'
  | 'FORBIDDEN'
  | 'DOMAIN_NOT_VERIFIED'
  | 'PROJECT_ACCESS_DENIED'
  | 'PROJECT_DISABLED'
  | 'EMAIL_VERIFICATION_REQUIRED'
  | 'CONTACT_NOT_FOUND'
  | 'TEMPLATE_NOT_FOUND'
  | 'CAMPAIGN_NOT_FOUND'
  | 'WORKFLOW_NOT_FOUND'
  | 'RESOURCE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'CONTENT_GONE'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'BILLING_LIMIT_EXCEEDED'
  | 'QUOTA_EXCEEDED'
  | 'INTERNAL_SERVER_ERROR'
  | 'SERVICE_UNAVAILABLE'

/** Every error code of a single field. */
export type FieldErrorCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_file_type'
  | 'invalid_string'
  | 'too_small'
  | 'too_big'
  | 'too_many'
  | 'invalid_enum_value'
  | 'unrecognized_keys'
  | 'reserved_event'
  | 'invalid_date'
  | 'liquid_syntax'
  | 'mjml_syntax'
  | 'unsubscribed'
  | 'custom'

/** An error in one field of a request; `field` is a dotted path such as `attachments.0.filename`. */
export interface FieldError {
  field: string
  message: string
  code: FieldErrorCode
  received?: unknown
  line?: number
  column?: number
  suggestion?: string
  /** The step of a workflow that the field belongs to. */
  stepId?: string
}

/** Optional parts of an error. The caller may see all of them except `cause`. */
export interface ErrorExtras {
  errors?: FieldError[]
  details?: Record<string, unknown>
  suggestion?: string | undefined
  cause?: unknown
}

/**
 * An error that the API explains to its caller. `message` is always safe to show; internal detail goes into `cause`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  readonly details: Record<string, unknown> | undefined
  readonly suggestion: string | undefined

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = extras.errors
    this.details = extras.details
    this.suggestion = extras.suggestion
  }
}

/** The resources that a path can name, as in `details.resource` of a 404. */
export type ResourceKind =
  | 'contact'
  | 'template'
  | 'campaign'
  | 'segment'
  | 'workflow'
  | 'step'
  | 'transition'
  | 'execution'
  | 'email'
  | 'domain'
  | 'project'
  | 'member'
  | 'job'
  | 'session'
  | 'identity'
  | 'upload'
  | 'testAddress'
  | 'key'
  | 'view'
  | 'route'

const OWN_CODES: Partial<Record<ResourceKind, ErrorCode>> = {
  contact: 'CONTACT_NOT_FOUND',
  template: 'TEMPLATE_NOT_FOUND',
  campaign: 'CAMPAIGN_NOT_FOUND',
  workflow: 'WORKFLOW_NOT_FOUND',
}

/** The 404 for an unknown id, a malformed id and an id of another project: callers cannot distinguish them. */
export function notFound(resource: ResourceKind, id: string): AppError {
  const name = resource === 'testAddress' ? 'Test address' : resource.charAt(0).toUpperCase() + resource.slice(1)
  return new AppError(OWN_CODES[resource] ?? 'RESOURCE_NOT_FOUND', `${name} not found`, { details: { resource, id } })
}

/** The 422 with all field errors. */
export function invalid(errors: FieldError[], extras: Pick<ErrorExtras, 'suggestion'> = {}): AppError {
  return new AppError('VALIDATION_ERROR', `Invalid value for: ${fieldNames(errors)}`, { ...extras, errors })
}

const MAX_NAMED_FIELDS = 5

/** The fields of errors, each once. The text stays short for any number of errors. */
export function fieldNames(errors: readonly Pick<FieldError, 'field'>[]): string {
  const names = [...new Set(errors.map(({ field }) => field || 'the request body'))]
  const rest = names.length - MAX_NAMED_FIELDS
  return names.slice(0, MAX_NAMED_FIELDS).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
