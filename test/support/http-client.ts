import { z } from 'zod'
import { ErrorResponse, PlainErrorResponse } from '../../gateway/schemas/error.js'

/** What came back; `body` is parsed when it is JSON, else the text. */
export interface ClientResponse {
  status: number
  headers: Headers
  // Tests reach into bodies of every shape, and an assertion that fails says what was there.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  /** The code of the error that came back. */
  code: string | undefined
  /** What the error says beside its message. */
  details: unknown
  /** The faults that the error names, each as its field and its code: `to.0 invalid_string`. */
  faults: string[]
  /** The fields of these faults. */
  fields: string[]
}

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<ClientResponse>

/** Speaks to one origin; `as` puts an API key on every request. */
export interface HttpClient {
  as(key: string): HttpClient
  get(path: string, headers?: Record<string, string>): Promise<ClientResponse>
  post: Send
  put: Send
  patch: Send
  delete: Send
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ClientResponse>
}

const ErrorBody = z.union([z.strictObject(ErrorResponse.shape), PlainErrorResponse.strict()])

/** Whatever a test looks at: the body of an error has one of its two shapes. */
function requireErrorShape(body: unknown): void {
  const { error } = ErrorBody.safeParse(body)
  if (error) throw new Error(`No body of an error: ${JSON.stringify(body)}`, { cause: error })
}

function refusalOf(body: ClientResponse['body']): Pick<ClientResponse, 'code' | 'details' | 'faults' | 'fields'> {
  const { code, details, errors = [] } = body?.error ?? {}
  const named = errors as { field: string; code: string }[]
  return {
    code,
    details,
    faults: named.map((fault) => `${fault.field} ${fault.code}`),
    fields: named.map(({ field }) => field),
  }
}

/** A client for tests, which sends `always` along. Bodies that are no strings, bytes or forms are sent as JSON. */
export function createClient(origin: string, key?: string, always: Record<string, string> = {}): HttpClient {
  const request: HttpClient['request'] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || isForm
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...always,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    const parsed = isJson ? JSON.parse(text) : text
    if (isJson && response.status >= 400) requireErrorShape(parsed)
    return { status: response.status, headers: response.headers, body: parsed, ...refusalOf(parsed) }
  }
  return withMethods(request, (nextKey) => createClient(origin, nextKey))
}

/** A client that is known only once a test runs, for what is set up before. */
export function createLateClient(current: () => HttpClient): HttpClient {
  return withMethods(
    (...request) => current().request(...request),
    (key) => current().as(key),
  )
}

function withMethods(request: HttpClient['request'], as: HttpClient['as']): HttpClient {
  return {
    request,
    as,
    get: (path, headers) => request('GET', path, undefined, headers),
    post: (path, body, headers) => request('POST', path, body, headers),
    put: (path, body, headers) => request('PUT', path, body, headers),
    patch: (path, body, headers) => request('PATCH', path, body, headers),
    delete: (path, body, headers) => request('DELETE', path, body, headers),
  }
}
