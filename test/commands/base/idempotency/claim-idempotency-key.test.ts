import { expect } from 'chai'
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  completeIdempotencyKey,
} from '../../../../commands/base/idempotency/claim-idempotency-key.js'
import { sendEmails } from '../../../../commands/sending/emails/send-emails.js'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { AppError } from '../../../../models/domain/errors.js'
import { Email } from '../../../../models/email.js'
import { Event } from '../../../../models/event.js'
import { IdempotencyKey, type IdempotencyClaim } from '../../../../models/idempotency-key.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { SEND_SETTINGS, sendRequest } from '../../sending/emails/send-request.js'

let projectId: string
const claim = () =>
  claimIdempotencyKey({ projectId, credential: 'secret', key: 'k', endpoint: 'POST /v1/send', ttlMs: 86_400_000 })

const send = (held: IdempotencyClaim) =>
  sendEmails(sendRequest(projectId, ['ada@example.com'], { claim: held }), SEND_SETTINGS)
const track = (held: IdempotencyClaim) =>
  trackEvent({ projectId, who: { email: 'ada@example.com' }, name: 'signed up', patch: planDataPatch({}), claim: held })

/** The code of the error with which a promise rejects, or null. */
const codeOf = async (attempt: Promise<unknown>): Promise<string | null> => {
  try {
    await attempt
    return null
  } catch (error) {
    return error instanceof AppError ? error.code : 'unexpected'
  }
}
/** Lets the lease of the key's holder run out. */
const endLease = () => IdempotencyKey.updateOne({ projectId, key: 'k' }, { leaseUntil: new Date(Date.now() - 1) })

describe('the claim of an idempotency key whose process died', () => {
  useDatabase({ isEmptied: 'before each' })
  beforeEach(async () => void (projectId = (await createProject()).id))

  it('holds the key for a minute and no longer', async () => {
    const startedAt = Date.now()
    await claim()
    const claimedAt = Date.now()
    expect(await codeOf(claim())).to.equal('IDEMPOTENCY_KEY_REUSED')
    const { leaseUntil } = await IdempotencyKey.findOne({ projectId }).orFail().lean()
    expect(leaseUntil.getTime()).to.be.within(startedAt + 60_000, claimedAt + 60_000)
    await endLease()
    expect(await codeOf(claim())).to.equal(null)
  })

  it('passes to one of fifty simultaneous requests when its lease has ended', async () => {
    await claim()
    await endLease()
    const codes = await Promise.all(Array.from({ length: 50 }, () => codeOf(claim())))
    expect(codes.filter((code) => code === null)).to.have.length(1)
    expect(new Set(codes)).to.deep.equal(new Set([null, 'IDEMPOTENCY_KEY_REUSED']))
  })

  it('stores nothing when it was only slow and another attempt took the key over', async () => {
    const slow = await claim()
    await endLease()
    const next = await claim()
    expect(await codeOf(send(slow))).to.equal('IDEMPOTENCY_KEY_REUSED')
    expect(await codeOf(track(slow))).to.equal('IDEMPOTENCY_KEY_REUSED')
    expect(await codeOf(send(next))).to.equal(null)
    expect(await codeOf(send(slow))).to.equal('IDEMPOTENCY_KEY_REUSED')
    expect(await Email.countDocuments({ projectId })).to.equal(1)
    expect(await Event.countDocuments({ projectId })).to.equal(0)
  })

  it('stores once when the slow attempt and the next one store at the same moment', async () => {
    const slow = await claim()
    await endLease()
    const [next] = await Promise.allSettled([claim(), send(slow)])
    if (next.status === 'fulfilled') await codeOf(send(next.value))
    expect(await Email.countDocuments({ projectId })).to.equal(1)
  })

  it('keeps the key permanently when the work was stored before the process died', async () => {
    await send(await claim())
    await endLease()
    const refused = await claim().catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(AppError).with.property('code', 'IDEMPOTENCY_KEY_REUSED')
    expect((refused as AppError).details).to.include({ originalStatusCode: 200, originalRequest: 'POST /v1/send' })
    expect(await Email.countDocuments({ projectId })).to.equal(1)
  })

  it('can neither free nor complete the claim of the attempt that took over', async () => {
    const slow = await claim()
    await endLease()
    await claim()
    await releaseIdempotencyKey(slow)
    await completeIdempotencyKey(slow, 500)
    expect(await IdempotencyKey.findOne({ projectId }).lean()).to.include({ state: 'in_flight', statusCode: null })
  })
})
