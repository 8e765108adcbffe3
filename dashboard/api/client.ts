import { ApiError, readError } from './api-error.js'
import type { Operations } from './operations.js'

/** An endpoint, written as the API guide writes it: `GET /contacts/:id`. */
export type Endpoint = keyof Operations

/** The answer of an endpoint, without the envelope. */
export type Answer<E extends Endpoint> = Operations[E]['answer']

type Part<K extends string, V> = object extends V ? { [key in K]?: V } : { [key in K]: V }
// A body that has several forms stays one type, so that a value of any of them fits.
type Body<V> = [V] extends [null] ? { body?: undefined } : { body: V }
type Project<A> = A extends 'project' ? { projectId: string } : { projectId?: undefined }

/** The input of a call: the ids in the path, the query, the body, and the project. */
export type Input<E extends Endpoint> = Part<'params', Operations[E]['params']> &
  Part<'query', Operations[E]['query']> &
  Body<Operations[E]['body']> &
  Project<Operations[E]['access']>

/** Options of a call. */
export interface CallOptions {
  signal?: AbortSignal
  /** The idempotency key, for endpoints that take one: a repeated call then acts once. */
  idempotencyKey?: string
  /** Receives the status of the answer, for endpoints with several statuses of success. */
  onStatus?: (status: number) => void
  /** A call that only finds out whether a user is signed in does not ask for a sign-in. */
  isProbe?: boolean
}

interface Request {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  projectId?: string
}

/** A call that was refused because the session has ended. */
export interface RefusedCall {
  isWrite: boolean
  /** The time of the request, on the clock of `performance.now()`. */
  madeAt: number
}

type OnSignedOut = (call: RefusedCall) => Promise<void>

type ReadByPost = {
  [E in Endpoint]: E extends `GET ${string}` ? never : Operations[E]['scope'] extends 'read' ? E : never
}[Endpoint]

// These requests only read, but their input does not fit into an address: they use POST.
const READS_BY_POST: Record<ReadByPost, true> = {
  'POST /audiences/count': true,
  'POST /contacts/lookup': true,
  'POST /contacts/search': true,
  'POST /preview': true,
  'POST /templates/:id/preview': true,
}

let awaitSignIn: OnSignedOut = () => Promise.reject(new Error('Nobody signs in'))

/**
 * Sets the wait of calls that are refused because the session has ended. If the wait rejects, the call fails with the
 * 401.
 */
export function onSignedOut(wait: OnSignedOut): void {
  awaitSignIn = wait
}

/**
 * Calls an endpoint of the API. Throws ApiError. A call that is refused because the session has ended waits for a new
 * sign-in and is then repeated.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const make = (): Promise<Answer<E>> => send(endpoint, input, options)
  return options.isProbe ? make() : whileSignedIn(make, { isWrite: isWrite(endpoint) })
}

function isWrite(endpoint: Endpoint): boolean {
  return !endpoint.startsWith('GET ') && !(endpoint in READS_BY_POST)
}

/** Makes a request. A request that is refused because the session has ended is repeated after a new sign-in. */
export async function whileSignedIn<T>(make: () => Promise<T>, kind: { isWrite: boolean }): Promise<T> {
  const madeAt = performance.now()
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHORIZED') throw error
    try {
      await awaitSignIn({ ...kind, madeAt })
    } catch {
      throw error
    }
    return make()
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: Request,
  { signal, idempotencyKey, onStatus }: CallOptions,
): Promise<Answer<E>> {
  const [method = 'GET', path = '/'] = endpoint.split(' ')
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (input.projectId !== undefined) headers['X-Project-Id'] = input.projectId
  if (input.body !== undefined) headers['Content-Type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  const response = await fetch(urlOf(path, input), {
    method,
    headers,
    credentials: 'same-origin',
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError({ code: 'UNREACHABLE', status: 0, message: '' })
  })
  const answer = await bodyOf(response)
  if (!response.ok) throw readError(response, answer)
  onStatus?.(response.status)
  return withoutEnvelope(answer) as Answer<E>
}

/** The path with its ids, and the query without undefined or empty values. */
export function urlOf(path: string, { params = {}, query = {} }: Pick<Request, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson ? response.json().catch(() => undefined) : undefined
}

/** Some endpoints answer `{ success, data }`, others the data alone. No data has both keys. */
function withoutEnvelope(answer: unknown): unknown {
  const isWrapped = typeof answer === 'object' && answer !== null && 'success' in answer && 'data' in answer
  return isWrapped ? answer.data : answer
}
