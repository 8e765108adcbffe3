import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from '../behaviour.js'
import type { Intake } from '../intake.js'
import type { MessageIndex } from '../storage/message-index.js'
import { BodyTooLarge, readBody } from './read-body.js'
import { sendJson, type Exchange } from './respond.js'
import type { Route } from './router.js'
import { parseSendEmailCall } from './send-email-call.js'
import { SesRefusal, sendRefusal } from './ses-refusal.js'

const MAX_BODY_BYTES = 60 << 20
const DROPPED_AFTER_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1_000
/** The sends a second of a large account, beyond the load test of a laptop. */
const MAX_SEND_RATE = 10_000

interface SesParts {
  intake: Intake
  behaviour: Behaviour
  index: MessageIndex
}

/** The part of the SES v2 REST API that a sender uses. */
export function sesRoutes(parts: SesParts): Route[] {
  return [
    { method: 'POST', path: '/v2/email/outbound-emails', handle: (exchange) => sendEmail(exchange, parts) },
    { method: 'GET', path: '/v2/email/account', handle: ({ res }) => getAccount(res, parts) },
    {
      method: 'GET',
      path: /^\/v2\//,
      handle: ({ res }) => sendRefusal(res, new SesRefusal('NotFoundException', 'The local provider has no such call')),
    },
  ]
}

async function sendEmail({ req, res }: Exchange, { intake, behaviour }: SesParts): Promise<void> {
  try {
    const body = await readBody(req, MAX_BODY_BYTES)
    if (!(await behaviour.letsPass(() => res.destroyed))) return
    if (behaviour.isThrottled()) throw new SesRefusal('TooManyRequestsException', 'Maximum sending rate exceeded.')
    if (behaviour.isFailing()) throw new SesRefusal('ServiceUnavailableException', 'Service Unavailable')
    const id = intake.acceptSent(parseSendEmailCall(body))
    if (behaviour.isDroppingResponse()) return leaveUnanswered(res)
    await pause(behaviour)
    sendJson(res, 200, { MessageId: id }, { 'x-amzn-requestid': randomUUID() })
  } catch (error) {
    const refusal = error instanceof BodyTooLarge ? new SesRefusal('BadRequestException', error.message) : error
    if (!(refusal instanceof SesRefusal)) throw error
    await pause(behaviour)
    sendRefusal(res, refusal)
  }
}

function getAccount(res: ServerResponse, { behaviour, index }: SesParts): void {
  sendJson(res, 200, {
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: 'HEALTHY',
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SendQuota: {
      Max24HourSend: -1,
      MaxSendRate: behaviour.knobs.throttlePerSecond || MAX_SEND_RATE,
      SentLast24Hours: index.countSince(new Date(Date.now() - DAY_MS).toISOString()),
    },
  })
}

/** Leaves the sender of an accepted message without an answer. */
function leaveUnanswered(res: ServerResponse): void {
  const timer = setTimeout(() => res.destroy(), DROPPED_AFTER_MS)
  res.on('close', () => clearTimeout(timer))
}

async function pause({ knobs }: Behaviour): Promise<void> {
  if (knobs.latencyMs > 0) await sleep(knobs.latencyMs, undefined, { ref: false })
}
