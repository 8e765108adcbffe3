import { expect } from 'chai'
import { beginCampaign } from '../../commands/sending/campaigns/begin-campaign.js'
import { claimEmails } from '../../commands/sending/emails/claim-emails.js'
import { openWait } from '../../commands/automation/executions/wait-for-event.js'
import { deleteField } from '../../commands/lifecycle/erasure/delete-field.js'
import { claimIdempotencyKey } from '../../commands/base/idempotency/claim-idempotency-key.js'
import { Contact, Email, Event, Execution, Wait } from '../support/models.js'
import type { EventRecord } from '../../models/event.js'
import { NotificationTimes } from '../../models/notification-times.js'
import { RelayHeartbeat } from '../../models/relay-heartbeat.js'
import { Ownership } from '../../outbox/ownership.js'
import { newId } from '../../runtime/ids.js'
import { fakeProvider } from '../activities/campaign/campaign-walk.js'
import { atClock } from '../support/at-clock.js'
import { useDatabase } from '../support/database.js'
import { deliverOne, deliveryDeps } from '../support/delivery-deps.js'
import { createCampaign, createContact, createEmail, createProject, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { beginExecution, currentRef, storeEvent } from '../support/walks.js'
import { dispatchEvents, storeEntries } from '../support/outbox.js'
import { setData } from './audience/contacts/set-data.js'

const MINUTE_MS = 60_000
const SKEW_MS = 2 * MINUTE_MS
// More than a slow machine takes for the few commands between two moments.
const SLACK_MS = 30_000
// Clocks that differ by less are not corrected.
const TOLERANCE_MS = 1_000

/** The process whose clock is wrong and by how much, while another one has the right time. */
const SKEWS = [
  ['ahead', SKEW_MS],
  ['behind', -SKEW_MS],
] as const

describe('processes whose clocks disagree by two minutes', () => {
  useDatabase({ isEmptied: 'before each' })
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  /** Moves a stored event away from moments that another process may measure less exactly. */
  const moved = ({ _id, createdAt }: EventRecord, byMs: number) =>
    Event.updateOne({ _id, projectId }, { createdAt: new Date(createdAt.getTime() + byMs) })

  for (const [way, skewMs] of SKEWS) {
    describe(`one of them ${way}`, () => {
      it('do not claim an idempotency key that the other holds', async () => {
        const claim = () =>
          claimIdempotencyKey({
            projectId,
            credential: 'secret',
            key: 'k',
            endpoint: 'POST /v1/send',
            ttlMs: MINUTE_MS,
          })
        await atClock(skewMs, claim)
        const again = await claim().catch((error: { code: string }) => error)
        expect(again).to.include({ code: 'IDEMPOTENCY_KEY_REUSED' })
      })

      it('see the event that comes after the step, and no earlier one', async () => {
        const step = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 600 } })
        const workflow = await createWorkflow({ projectId, steps: [step] })
        const { _id: contactId } = await createContact({ projectId })
        const early = await storeEvent({ projectId, contactId, name: 'paid' })
        await moved(early, -2 * TOLERANCE_MS)
        const execution = await atClock(skewMs, () => beginExecution(workflow, contactId))
        expect(await atClock(skewMs, () => openWait(currentRef(execution)))).to.equal(null)

        const event = await storeEvent({ projectId, contactId, name: 'paid' })
        await moved(event, 2 * TOLERANCE_MS)
        await dispatchEvents([event._id])
        expect(await Wait.findOne({ executionId: execution._id }).lean()).to.include({
          state: 'matched',
          eventId: event._id,
        })
      })

      it('end the time-out of a wait at its time', async () => {
        const step = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 600 } })
        const workflow = await createWorkflow({ projectId, steps: [step] })
        const { _id: contactId } = await createContact({ projectId })
        const { _id } = await atClock(skewMs, () => beginExecution(workflow, contactId))
        const { wakeAt } = await Execution.findOne({ _id, projectId }).orFail().lean()
        expect(Number(wakeAt) - Date.now()).to.be.within(600_000 - SLACK_MS, 600_000 + SLACK_MS)
      })

      it('leave an email to the worker that is submitting it', async () => {
        const { _id: emailId } = await createEmail({ projectId })
        await atClock(skewMs, () => claimEmails([{ projectId, emailId }]))
        const provider = fakeProvider()
        const deps = deliveryDeps(provider, { providerTimeoutMs: SLACK_MS })
        const result = await deliverOne(deps, projectId, emailId)
        expect(result).to.include({ state: 'deferred', reason: 'unknown_outcome' })
        expect('retryAfterMs' in result && result.retryAfterMs).to.be.below(SLACK_MS + MINUTE_MS / 2)
        expect((await Email.findById(emailId).lean())?.unknownSince).to.equal(undefined)
      })

      it('do not send an email again because of events from before its outcome became unknown', async () => {
        const claimedAt = new Date(Date.now() - 10 * MINUTE_MS)
        const { _id: emailId } = await createEmail({ projectId, status: 'SENDING', attempt: 1, claimedAt })
        await NotificationTimes.create({ _id: 'email', latestSentAt: new Date(Date.now() - MINUTE_MS) })
        const provider = fakeProvider()
        const deliver = () => deliverOne(deliveryDeps(provider), projectId, emailId)
        await atClock(skewMs, deliver)
        const result = await deliver()
        expect(provider.taken).to.be.empty
        expect('retryAfterMs' in result && result.retryAfterMs).to.be.within(1, MINUTE_MS + TOLERANCE_MS)
      })

      it('take over the outbox entries of the other once its heartbeats have stopped, and no earlier', async () => {
        const other = await atClock(skewMs, async () => {
          const ownership = new Ownership()
          await ownership.beat(false)
          await storeEntries('email', projectId, newId())
          return ownership
        })
        const mine = new Ownership()
        expect(await mine.takeOver(false)).to.equal(0)
        await RelayHeartbeat.updateMany({}, [{ $set: { at: { $subtract: ['$$NOW', MINUTE_MS] } } }], {
          updatePipeline: true,
        })
        expect(await atClock(skewMs, () => mine.takeOver(false))).to.equal(1)
        expect(mine.owners()).to.include.members(other.owners())
        await mine.release()
      })

      it('begin a campaign at its time', async () => {
        const scheduledFor = new Date(Date.now() + MINUTE_MS)
        const { _id: campaignId } = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor })
        const beginning = await atClock(skewMs, () => beginCampaign({ projectId, campaignId, retentionDays: 1 }))
        expect(beginning.state).to.equal('waiting')
        expect('waitMs' in beginning && beginning.waitMs).to.be.within(1, MINUTE_MS + TOLERANCE_MS)
      })

      it('remove a deleted field from what was written before', async () => {
        const set = () => setData(projectId, { email: 'old@example.com' }, { plan: newId() })
        const old = await atClock(skewMs, set)
        // Longer ago than the tolerance.
        await Contact.updateOne(
          { _id: old.contact._id },
          [{ $set: { updatedAt: { $subtract: ['$updatedAt', 2 * TOLERANCE_MS] } } }],
          { timestamps: false, updatePipeline: true },
        )
        await deleteField(projectId, 'plan')
        expect((await Contact.findById(old.contact._id).lean())?.data).to.deep.equal({})
      })
    })
  }
})
