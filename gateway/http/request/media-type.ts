import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'

/**
 * Refuses a body that is not declared as plain UTF-8 JSON. Being strict protects against foreign pages: a browser sends
 * JSON across origins only after a preflight request, but forms and plain text without one.
 */
export function requireJson(headers: IncomingHttpHeaders): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (!/^application\/(json|[\w.-]+\+json)$/.test(type.trim())) {
    throw unsupported('The body must be JSON', 'Set the header Content-Type: application/json')
  }
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(parameter)?.[1]).find(Boolean)
  if (charset && !/^utf-?8$/.test(charset)) throw unsupported('The body must be encoded as UTF-8')
}

/** Refuses a body that is not declared as a form, url-encoded or multipart. */
export function requireForm(headers: IncomingHttpHeaders): void {
  if (['application/x-www-form-urlencoded', 'multipart/form-data'].includes(typeOf(headers))) return
  throw unsupported('The body must be a form', 'Send it as application/x-www-form-urlencoded or multipart/form-data')
}

/** Refuses a body that is not declared as a form that can hold files. */
export function requireUpload(headers: IncomingHttpHeaders): void {
  if (typeOf(headers) === 'multipart/form-data') return
  throw unsupported('The body must be a form with a file', 'Send the file as multipart/form-data')
}

/** Refuses a compressed body of any type. */
export function requirePlainEncoding(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']
  if (encoding && encoding.toLowerCase() !== 'identity')
    throw unsupported('Compressed request bodies are not supported')
}

function typeOf(headers: IncomingHttpHeaders): string {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  return type.trim()
}

function unsupported(message: string, suggestion?: string): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', message, suggestion ? { suggestion } : {})
}
