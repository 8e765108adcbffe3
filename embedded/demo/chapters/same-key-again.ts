import { z } from 'zod'
import { describeAnswer, type Answer } from '../api.js'
import { hasMails, isAccepted } from '../claims.js'
import { addressOf, SENDER, STEP_MS, type Chapter } from '../scene.js'

const WATCH_MS = 3_000
const SUBJECT = 'Your receipt'

const Refusal = z.object({ error: z.object({ code: z.string() }) })

export const sameKeyAgain: Chapter = {
  title: 'The same idempotency key again changes nothing',
  async tell(scene) {
    const { story, api, inbox } = scene
    const to = addressOf('bob', scene)
    const idempotencyKey = `receipt-${scene.run}`
    const body = { to, from: SENDER, subject: SUBJECT, body: '<p>Thank you.</p>' }
    const send = (): Promise<Answer> => api.ask('POST', '/v1/send', { body, idempotencyKey })
    await story.check(isAccepted(`POST /v1/send with Idempotency-Key: ${idempotencyKey}`, send))
    await story.check({
      that: 'The same request again is refused',
      expected: '409 IDEMPOTENCY_KEY_REUSED',
      look: send,
      holds: (answer) => answer.status === 409 && codeOf(answer) === 'IDEMPOTENCY_KEY_REUSED',
      tell: (answer) => (answer.status === 409 ? `answered 409 ${codeOf(answer)}` : describeAnswer(answer)),
    })
    await story.eventually({ ...hasMails('The mail arrives', inbox, to, [SUBJECT]), withinMs: STEP_MS })
    await story.stays({ ...hasMails('No second one follows', inbox, to, [SUBJECT]), forMs: WATCH_MS })
  },
}

function codeOf({ body }: Answer): string {
  const refusal = Refusal.safeParse(body)
  return refusal.success ? refusal.data.error.code : 'without a code'
}
