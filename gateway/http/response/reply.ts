import type { StreamRequest } from '../../streams/open-streams.js'

/** The statuses of success. */
export type SuccessStatus = 200 | 201 | 202

/** An answer with one of the statuses that its endpoint declares. */
export class Reply<S extends SuccessStatus, B> {
  readonly status: S
  readonly body: B
  readonly message: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: S, body: B, message?: string, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.message = message
    this.headers = headers
  }
}

/**
 * Answers with one of the endpoint's `statuses`, as in `reply(isNew ? 201 : 200, contact)`.
 * `message` stands beside `data` in the `success` envelope; bare bodies omit it.
 */
export function reply<S extends SuccessStatus, B>(
  status: S,
  body: B,
  message?: string,
  headers?: Record<string, string>,
): Reply<S, B> {
  return new Reply(status, body, message, headers)
}

/** An answer 204, without a body. */
export class Emptied {
  readonly headers: Readonly<Record<string, string>>

  constructor(headers: Readonly<Record<string, string>>) {
    this.headers = headers
  }
}

/** Answers 204 with headers, for an endpoint without a body. */
export function emptied(headers: Readonly<Record<string, string>>): Emptied {
  return new Emptied(headers)
}

/** A temporary redirect. */
export class Redirect {
  readonly location: string
  readonly headers: Readonly<Record<string, string | string[]>>

  constructor(location: string, headers: Readonly<Record<string, string | string[]>>) {
    this.location = location
    this.headers = headers
  }
}

/** Redirects the client to an absolute address. */
export function redirect(address: string, headers: Record<string, string | string[]> = {}): Redirect {
  // A header holds only ASCII; the URL parser encodes other characters as a browser does.
  return new Redirect(/^[!-~]+$/.test(address) ? address : new URL(address).href, headers)
}

/** An answer that is not JSON, with one of the content types that its endpoint declares. */
export class Content {
  readonly contentType: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly status: 200 | 304 | 410

  constructor(
    contentType: string,
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
    status: 200 | 304 | 410 = 200,
  ) {
    this.status = status
    this.contentType = contentType
    this.body = body
    this.headers = headers
  }
}

/** The same content with status 410: the address no longer leads to its target. */
export function gone({ contentType, body, headers }: Content): Content {
  return new Content(contentType, body, headers, 410)
}

/** Answers 304 with the headers alone, because the client has the content already. */
export function notModified(contentType: string, headers: Record<string, string>): Content {
  return new Content(contentType, '', headers, 304)
}

/** Answers 200 with text or bytes; `headers` replace the usual headers of an answer. */
export function content(contentType: string, body: string | Buffer, headers?: Record<string, string>): Content {
  return new Content(contentType, body, headers)
}

/** An answer whose bytes are read while the client takes them. */
export class Streamed {
  readonly contentType: string
  readonly source: StreamRequest
  readonly headers: Readonly<Record<string, string>>

  constructor(contentType: string, source: StreamRequest, headers: Readonly<Record<string, string>>) {
    this.contentType = contentType
    this.source = source
    this.headers = headers
  }
}

/**
 * Answers 200 with a stream, within the limits on the streams of the gateway. There is no other way to answer with more
 * bytes than memory may hold for each client. A request with HEAD reads nothing.
 */
export function streamed(
  contentType: string,
  source: StreamRequest,
  headers: Readonly<Record<string, string>>,
): Streamed {
  const length: Record<string, string> = source.size === null ? {} : { 'Content-Length': String(source.size) }
  return new Streamed(contentType, source, { ...headers, ...length })
}
