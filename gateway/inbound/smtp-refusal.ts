/** A refusal with its codes (RFC 5321 4.2, RFC 3463): 4xx lets the other server try again, 5xx tells the sender. */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** The message cannot be stored now. */
export function later(): SmtpRefusal {
  return new SmtpRefusal(451, '4.3.0 The message cannot be stored now: try again')
}

/** There is no room for the message now, in memory or on the disk. */
export function noRoom(): SmtpRefusal {
  return new SmtpRefusal(452, '4.3.1 There is no room for the message now: try again later')
}
