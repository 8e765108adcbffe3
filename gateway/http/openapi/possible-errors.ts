import { z } from 'zod'
import { notFound, type ErrorCode } from '../../../models/domain/errors.js'
import { takesSecretKey } from '../access.js'
import { effectOf, FileUpload, FormFields, type AnyEndpoint, type BodyKind } from '../endpoint.js'
import { isCounted } from '../limits.js'

/**
 * Every error code that an endpoint can answer with: the codes it lists itself, and those that follow from the rest of
 * its declaration. They are the codes of `AppError`; clients may see another code, by the table of statuses.
 */
export function possibleErrors(endpoint: AnyEndpoint): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...ofAccess(endpoint),
      ...ofParts(endpoint),
      ...(endpoint.idempotent ? (['BAD_REQUEST', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...endpoint.errors,
      ...(endpoint.quota ? (['QUOTA_EXCEEDED'] as const) : []),
      ...(isCounted(endpoint) ? (['RATE_LIMIT_EXCEEDED'] as const) : []),
      'INTERNAL_SERVER_ERROR',
      'SERVICE_UNAVAILABLE',
    ]),
  ]
}

function ofAccess(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, method, roles } = endpoint
  if (access === 'open') return []
  // If the path names the project, an unusable key is answered UNAUTHORIZED, like an unusable session.
  const takesKey = access === 'publicKey' || access === 'secretKey' || access === 'project'
  const takesSession = access === 'project' || !takesKey
  const isProjects = access !== 'user'
  return [
    ...(takesKey ? (['MISSING_AUTH', 'INVALID_API_KEY'] as const) : []),
    ...(takesSession ? (['UNAUTHORIZED'] as const) : []),
    ...(takesSecretKey(access) || (takesSession && (method !== 'get' || roles)) ? (['FORBIDDEN'] as const) : []),
    ...(access === 'project' ? (['BAD_REQUEST', 'PROJECT_ACCESS_DENIED'] as const) : []),
    ...(isProjects && effectOf(endpoint) !== 'reads' ? (['PROJECT_DISABLED'] as const) : []),
  ]
}

function ofParts({ request = {}, badRequest }: AnyEndpoint): ErrorCode[] {
  const { params, query, body } = request
  const kinds = Object.values(params?.shape ?? {}).flatMap((schema) => z.globalRegistry.get(schema)?.resource ?? [])
  return [
    ...kinds.map((kind) => notFound(kind, '').code),
    ...(query ? (['BAD_REQUEST'] as const) : []),
    ...(body ? (['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(body instanceof z.ZodType ? (['VALIDATION_ERROR'] as const) : []),
    ...(body && (badRequest === 'plain' || isForm(body)) ? (['BAD_REQUEST'] as const) : []),
  ]
}

function isForm(body: BodyKind): boolean {
  return body instanceof FileUpload || body instanceof FormFields
}
