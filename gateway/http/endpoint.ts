import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { AppError, ErrorCode, FieldError } from '../../models/domain/errors.js'
import type { Role } from '../../models/member.js'
import type { Config } from '../../runtime/config.js'
import type { Access } from './access.js'
import type { UploadedFile } from './request/parse-upload.js'
import type { ContextOf } from './request/request-context.js'
import type { Content, Redirect, Reply, SuccessStatus } from './response/reply.js'

/** Stands for a body schema where the handler wants the text as it came, whatever its content type. */
export const rawBody: unique symbol = Symbol('raw body')

/** Stands for a body schema where the body is a form with one file, in the field `file`. */
export class FileUpload {
  readonly limitBytes: number
  readonly description: string

  constructor(limitBytes: number, description: string) {
    this.limitBytes = limitBytes
    this.description = description
  }
}

/** Stands for a body schema where the body is a form as pages send it; `schema` sees each field as text. */
export class FormFields<S extends z.ZodObject = z.ZodObject> {
  readonly schema: S

  constructor(schema: S) {
    this.schema = schema
  }
}

/** What an endpoint takes for a body: JSON of a schema, the fields of a form, a file, or text of any kind. */
export type BodyKind = z.ZodType | FormFields | FileUpload | typeof rawBody

/** The schemas of a request's parts; a part without a schema is not read. */
export interface Parts {
  params?: z.ZodObject
  query?: z.ZodObject
  body?: BodyKind
}

interface NoParts {
  params?: undefined
  query?: undefined
  body?: undefined
}

type Parsed<S> = S extends z.ZodType
  ? z.output<S>
  : S extends FileUpload
    ? UploadedFile
    : S extends FormFields<infer F>
      ? z.output<F>
      : S extends typeof rawBody
        ? string
        : undefined

/** What a handler gets of the request: each part as its schema puts it out. */
export interface Input<P extends Parts> {
  params: Parsed<P['params']>
  query: Parsed<P['query']>
  body: Parsed<P['body']>
}

/** Stands for a response schema where the answer is no JSON, and names the content types it can have. */
export class Media {
  readonly contentTypes: readonly string[]

  constructor(...contentTypes: string[]) {
    this.contentTypes = contentTypes
  }
}

/** Stands for a response schema where the answer sends the client elsewhere. */
export const elsewhere: unique symbol = Symbol('elsewhere')

/** What an endpoint answers with: JSON of a schema, content of other types, another address, or no body. */
export type ResponseKind = z.ZodType | Media | typeof elsewhere | null

/**
 * What a handler answers: the body, a reply that chooses its status, content that is no JSON, or nothing where
 * there is no body.
 */
export type Answer<R extends ResponseKind, S extends SuccessStatus> = R extends z.ZodType
  ? z.input<R> | Reply<S, z.input<R>>
  : R extends Media
    ? Content
    : R extends typeof elsewhere
      ? Redirect
      : void

type Sent<S> = S extends z.ZodType
  ? z.input<S>
  : S extends FormFields<infer F>
    ? z.input<F>
    : S extends FileUpload | typeof rawBody
      ? string
      : never

/**
 * A request that does what it says when it is sent as it stands, to a project that has what it names, and the
 * body that comes back. Ids in the path and all that is left out are taken from the examples of the schemas.
 */
export interface Example<R extends ResponseKind, P extends Parts> {
  query?: Partial<Sent<P['query']>>
  body?: Sent<P['body']>
  /** What differs from the answer that the schema's examples make. */
  response?: R extends z.ZodType ? Partial<z.input<R>> : never
}

/** One endpoint, declared once: routing, access, validation, responses and the reference come from here. */
export interface Endpoint<A extends Access, R extends ResponseKind, P extends Parts, S extends SuccessStatus> {
  operationId: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Parameters are written `:id`. */
  path: `/${string}`
  access: A
  /** The roles of the members that may; all of them unless said, and a secret key always. */
  roles?: readonly Role[]
  summary: string
  /** What the reference says beyond the summary, in Markdown. */
  description?: string
  example?: Example<NoInfer<R>, NoInfer<P>>
  request?: P
  /** The schema of the body, inside the envelope; null answers 204 without one, `elsewhere` 302. */
  response: R
  /** The status of success, 200 unless said. */
  status?: SuccessStatus
  /** The statuses that the handler chooses from by `reply`. */
  statuses?: readonly S[]
  /** `success` wraps the body as `{ success: true, data }`; `bare`, the default, sends it as it is. */
  envelope?: 'bare' | 'success'
  /** `plain` answers a BAD_REQUEST, and so a missing required field of the body, as `{ error: message }`. */
  badRequest?: 'plain'
  /** The code that clients see for an unverified sender domain, where it is not FORBIDDEN. */
  unverifiedSender?: 'INTERNAL_SERVER_ERROR'
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean
  /** The largest body in bytes; 1 MB unless said. */
  bodyLimitBytes?: number
  /** What the settings of the installation forbid in a body, told beside the faults of its schema. */
  findBodyFaults?(sent: unknown, config: Config): FieldError[]
  /** Whether a disabled project is refused; every method but GET writes unless said. */
  writes?: boolean
  /** Never refused by the rate limit: receivers, health, and what recipients open. */
  isUnlimited?: boolean
  /** Shows an error to people, as HTML; without it errors are JSON. */
  errorPage?(error: AppError, headers: IncomingHttpHeaders): Content
  /** The codes a client should be ready for, beside those of access and of faults. */
  errors: readonly ErrorCode[]
  handle(input: Input<P>, context: ContextOf<A>): Promise<Answer<NoInfer<R>, NoInfer<S>>>
}

/** An endpoint of any shape, as the machinery handles it. */
export type AnyEndpoint = Endpoint<Access, ResponseKind, Parts, SuccessStatus>

/**
 * Declares an endpoint; the types of `handle` come from the schemas and the access.
 * A literal in an answer that is written inline needs `as const`.
 */
export function defineEndpoint<
  A extends Access,
  R extends ResponseKind,
  P extends Parts = NoParts,
  S extends SuccessStatus = never,
>(endpoint: Endpoint<A, R, P, S>): Endpoint<A, R, P, S> {
  return endpoint
}

/** The endpoint as people write it: `POST /v1/send`. */
export function endpointName(endpoint: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${endpoint.method.toUpperCase()} ${endpoint.path}`
}
