import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { AppError, ErrorCode, FieldError } from '../../models/domain/errors.js'
import type { KeyScope } from '../../models/domain/key-scope.js'
import type { QuotaKind } from '../../models/domain/quotas.js'
import type { Role } from '../../models/member.js'
import type { Config } from '../../runtime/config.js'
import type { Access } from './access.js'
import type { DeclaredLimit, NetworkLimitName } from './limits.js'
import type { UploadedFile } from './request/parse-upload.js'
import type { ContextOf } from './request/request-context.js'
import type { Content, Emptied, Redirect, Reply, Streamed, SuccessStatus } from './response/reply.js'

/**
 * What an endpoint does to its project. `reads` changes nothing. `keeps` changes what is stored, such as contacts,
 * drafts, domains and keys, or stops something. `acts` sends, enables or starts something, or empties the project. A
 * disabled project refuses what acts, and one that is being reset or deleted everything that does not read.
 */
export type Effect = 'reads' | 'keeps' | 'acts'

/** Takes the place of a body schema where the handler reads the unparsed text of any content type. */
export const rawBody: unique symbol = Symbol('raw body')

/** Takes the place of a body schema where the body is a form with one file, in the field `file`. */
export class FileUpload {
  readonly limitBytes: number
  readonly description: string

  constructor(limitBytes: number, description: string) {
    this.limitBytes = limitBytes
    this.description = description
  }
}

/** Takes a file while it arrives. */
export interface FileSink {
  /** Resolves when there is room for more bytes. */
  write(bytes: Buffer): Promise<void>
  /** The file has arrived whole. */
  end(): Promise<void>
  /** The file is not used: it broke off, or its request was refused. Has no effect on a file that is used already. */
  drop(): Promise<void>
}

/** A streamed file as its handler sees it. */
export interface StreamedFile<S extends FileSink = FileSink> {
  filename: string
  contentType: string
  file: S
}

interface StreamedUploadOptions<S extends FileSink> {
  description: string
  limitOf: (config: Config) => number
  /** The time in which the file has to arrive. */
  timeMsOf: (config: Config) => number
  open: (projectId: string) => S
}

/**
 * A file that is too large for memory: `open` makes the sink that stores it while it arrives. The handler runs when the
 * file is stored whole.
 */
export class StreamedUpload<S extends FileSink = FileSink> extends FileUpload {
  readonly limitOf: (config: Config) => number
  readonly timeMsOf: (config: Config) => number
  readonly open: (projectId: string) => S

  constructor({ description, limitOf, timeMsOf, open }: StreamedUploadOptions<S>) {
    // The limit is a setting.
    super(Number.MAX_SAFE_INTEGER, description)
    this.limitOf = limitOf
    this.timeMsOf = timeMsOf
    this.open = open
  }
}

/** Takes the place of a body schema where the body is an HTML form; `schema` reads each field as text. */
export class FormFields<S extends z.ZodObject = z.ZodObject> {
  readonly schema: S

  constructor(schema: S) {
    this.schema = schema
  }
}

/** The body that an endpoint takes: JSON of a schema, the fields of a form, a file, or text of any kind. */
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
  : S extends StreamedUpload<infer Sink>
    ? StreamedFile<Sink>
    : S extends FileUpload
      ? UploadedFile
      : S extends FormFields<infer F>
        ? z.output<F>
        : S extends typeof rawBody
          ? string
          : undefined

/** The input of a handler: each part of the request as its schema parses it. */
export interface Input<P extends Parts> {
  params: Parsed<P['params']>
  query: Parsed<P['query']>
  body: Parsed<P['body']>
}

/** Takes the place of a response schema where the answer is not JSON; lists the possible content types. */
export class Media {
  readonly contentTypes: readonly string[]

  constructor(...contentTypes: string[]) {
    this.contentTypes = contentTypes
  }
}

/** Takes the place of a response schema where the answer is content that is read while the client takes it. */
export class StreamedMedia extends Media {
  readonly isStreamed = true
}

/**
 * Takes the place of a response schema where the answer redirects the client, or is a page with status 410 (`gone`).
 */
export const elsewhere: unique symbol = Symbol('elsewhere')

/** The answer of an endpoint: JSON of a schema, content of other types, a redirect, or no body. */
export type ResponseKind = z.ZodType | Media | typeof elsewhere | null

/**
 * The return value of a handler: the body, a reply with another status, content or a stream that is not JSON, a
 * redirect, or nothing.
 */
export type Answer<R extends ResponseKind, S extends SuccessStatus> = R extends z.ZodType
  ? z.input<R> | Reply<S, z.input<R>>
  : R extends StreamedMedia
    ? Streamed | Content
    : R extends Media
      ? Content
      : R extends typeof elsewhere
        ? Redirect | Content
        : void | Emptied

type Sent<S> = S extends z.ZodType
  ? z.input<S>
  : S extends FormFields<infer F>
    ? z.input<F>
    : S extends FileUpload | typeof rawBody
      ? string
      : never

/**
 * A request that succeeds as it stands in a project that has the resources it names, and the body of the answer. Ids in
 * the path and omitted parts come from the examples of the schemas.
 */
export interface Example<R extends ResponseKind, P extends Parts> {
  query?: Partial<Sent<P['query']>>
  body?: Sent<P['body']>
  /** The differences from the answer that the examples of the schema make. */
  response?: R extends z.ZodType ? Partial<z.input<R>> : never
}

/** One endpoint, declared once: routing, access, validation, responses and the reference derive from it. */
export interface Endpoint<A extends Access, R extends ResponseKind, P extends Parts, S extends SuccessStatus> {
  operationId: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Parameters are written `:id`, and one for the rest of the path, of any number of words, `*path`. */
  path: `/${string}`
  access: A
  /**
   * The scope that a secret key needs beside `full`; if omitted, `read` for GET and `full` for every other method. See
   * `scopeOf`.
   */
  scope?: KeyScope
  /** The roles of members that are allowed, all if omitted; a secret key is always allowed. */
  roles?: readonly Role[]
  summary: string
  /** The text of the reference after the summary, in Markdown. */
  description?: string
  example?: Example<NoInfer<R>, NoInfer<P>>
  request?: P
  /** The schema of the body, inside the envelope; null answers 204 without one, `elsewhere` 302 or 410. */
  response: R
  /** The status of success, 200 if omitted. */
  status?: SuccessStatus
  /** The statuses that the handler chooses from with `reply`. */
  statuses?: readonly S[]
  /** `success` wraps the body as `{ success: true, data }`; `bare`, the default, sends the body alone. */
  envelope?: 'bare' | 'success'
  /** `plain` answers a BAD_REQUEST, including a missing required field of the body, as `{ error: message }`. */
  badRequest?: 'plain'
  /** The code that clients see for an unverified sender domain, where it is not FORBIDDEN. */
  unverifiedSender?: 'INTERNAL_SERVER_ERROR'
  /** The quota of the project that limits what the endpoint creates. */
  quota?: QuotaKind
  /** Answers 304 where the client has the content already, by `If-None-Match`. */
  isConditional?: boolean
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean
  /** The limit on the body; 1 MB if omitted. */
  bodyLimitBytes?: number
  /**
   * Checks a body against the settings of the installation; its faults are reported together with those of the schema.
   */
  findBodyFaults?(sent: unknown, config: Config): FieldError[]
  /** What the endpoint does to its project; see `effectOf`. */
  effect?: Effect
  /** Whether an endpoint that keeps acts with this body. A disabled project is then refused. */
  actsWith?(body: Parsed<P['body']>): boolean
  /** Whether an installation with these settings has the endpoint; if omitted, all have. */
  isOffered?(config: Config): boolean
  /**
   * A limit of the client's network, counted in addition to the limits of the sender. An open endpoint names the limit
   * that replaces the general one, or the reason why it has none. If omitted, the limits follow from the credential.
   */
  limit?: NetworkLimitName | (A extends 'open' ? DeclaredLimit : never)
  /** Renders an error as HTML for people; errors are JSON if omitted. */
  errorPage?(error: AppError, headers: IncomingHttpHeaders): Content
  /** The error codes that do not follow from the other parts of the declaration. */
  errors: readonly ErrorCode[]
  handle(input: Input<P>, context: ContextOf<A>): Promise<Answer<NoInfer<R>, NoInfer<S>>>
}

/** An endpoint of any shape, as routing and serving handle it. */
export type AnyEndpoint = Endpoint<Access, ResponseKind, Parts, SuccessStatus>

/**
 * Declares an endpoint; the types of `handle` derive from the schemas and the access.
 * A literal in an inline answer needs `as const`.
 */
export function defineEndpoint<
  A extends Access,
  R extends ResponseKind,
  P extends Parts = NoParts,
  S extends SuccessStatus = never,
>(endpoint: Endpoint<A, R, P, S>): Endpoint<A, R, P, S> {
  return endpoint
}

/** The scope that a secret key needs for an endpoint. */
export function scopeOf({ scope, method }: Pick<AnyEndpoint, 'scope' | 'method'>): KeyScope {
  return scope ?? (method === 'get' ? 'read' : 'full')
}

/**
 * What an endpoint does to its project. GET reads unless its declaration says otherwise. Every other method of a
 * project declares it, as a test demands; until then it counts as one that acts.
 */
export function effectOf({ effect, method }: Pick<AnyEndpoint, 'effect' | 'method'>): Effect {
  return effect ?? (method === 'get' ? 'reads' : 'acts')
}

/** The usual notation of the endpoint: `POST /v1/send`. */
export function endpointName(endpoint: Pick<AnyEndpoint, 'method' | 'path'>): string {
  return `${endpoint.method.toUpperCase()} ${endpoint.path}`
}
