import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendJson } from './respond.js'

const STATUS = {
  AlreadyExistsException: 400,
  BadRequestException: 400,
  MessageRejected: 400,
  NotFoundException: 404,
  TooManyRequestsException: 429,
  InternalServiceErrorException: 500,
  ServiceUnavailableException: 503,
} as const

/** A call that SES would refuse; `message` goes to the caller. */
export class SesRefusal extends Error {
  readonly type: keyof typeof STATUS

  constructor(type: keyof typeof STATUS, message: string) {
    super(message)
    this.type = type
  }
}

/** Answers a refusal in SES's form, which its SDK turns back into an exception of that name. */
export function sendRefusal(res: ServerResponse, { type, message }: SesRefusal): void {
  sendJson(res, STATUS[type], { message }, { 'x-amzn-errortype': type, 'x-amzn-requestid': randomUUID() })
}
