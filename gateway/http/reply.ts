/** The statuses that a request can succeed with. */
export type SuccessStatus = 200 | 201 | 202

/** An answer that chooses its status among those its endpoint declares. */
export class Reply<S extends SuccessStatus, B> {
  readonly status: S
  readonly body: B
  readonly message: string | undefined

  constructor(status: S, body: B, message?: string) {
    this.status = status
    this.body = body
    this.message = message
  }
}

/**
 * Answers with one of the endpoint's `statuses`, as in `reply(isNew ? 201 : 200, contact)`.
 * `message` stands beside `data` in the `success` envelope and is left out of bare bodies.
 */
export function reply<S extends SuccessStatus, B>(status: S, body: B, message?: string): Reply<S, B> {
  return new Reply(status, body, message)
}
