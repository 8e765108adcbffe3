import { expect } from 'chai'
import { batchDeliveries } from '../../../activities/delivery/batch-deliveries.js'
import { deliver } from '../../../activities/delivery/deliver.js'
import type { DeliveryDeps } from '../../../activities/delivery/deps.js'
import { Email } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { commandsOf } from '../../support/commands.js'
import { deliveryDeps, inTime } from '../../support/delivery-deps.js'
import { createEmail } from '../../support/factories.js'
import { useCampaignScene, type FakeProvider } from '../campaign/campaign-walk.js'

const TOO_LONG = 'x'.repeat(17 * 1024 * 1024)

describe('emails that are delivered at the same time', () => {
  let projectId: string
  let provider: FakeProvider
  let emails: EmailRecord[]
  useCampaignScene((scene) => ({ projectId, provider } = scene))
  beforeEach(async () => {
    emails = await Promise.all(Array.from({ length: 10 }, () => createEmail({ projectId })))
  })

  const statusOf = async ({ _id }: EmailRecord) => (await Email.findById(_id).orFail().lean()).status
  const sentTo = () => provider.taken.map(({ to }) => to).toSorted()
  const addresses = (all: EmailRecord[]) => all.map(({ to }) => to).toSorted()
  /** Delivers all at the same time; the first is claimed alone, and the others as a group. */
  const deliverAll = (deps: DeliveryDeps = deliveryDeps(provider)) => {
    const deliverOne = inTime(batchDeliveries(deps))
    return emails.map(({ _id }) => deliverOne({ projectId, emailId: _id }))
  }
  const [first, second, third, ...rest] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  const emailAt = (index: number | undefined) => emails[index ?? -1] ?? expect.fail('no such email')

  it('are claimed and checked in groups, and each is sent once', async () => {
    const commands = await commandsOf(() => Promise.all(deliverAll()))
    expect(commands.filter((command) => command === 'findAndModify emails')).to.have.length(1)
    // The groups are checked, and again after a long time between check and submission.
    const checks = commands.filter((command) => command === 'aggregate contacts')
    expect(checks).to.have.length.within(2, emails.length - 1)
    expect(sentTo()).to.deep.equal(addresses(emails))
    expect(await Email.countDocuments({ projectId, status: 'SENT', attempt: 1 })).to.equal(emails.length)
  })

  it('do not wait for the submission of earlier ones', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const slow = [emailAt(first), emailAt(second)]
    provider.answer = ({ emailId }) => (slow.some(({ _id }) => _id === emailId) ? answered : undefined)
    const results = deliverAll()
    for (const result of results.slice(slow.length)) expect(await result).to.deep.equal({ state: 'sent' })
    expect(await Promise.all(slow.map(statusOf))).to.deep.equal(['SENDING', 'SENDING'])
    answer()
    expect(await Promise.all(results)).to.deep.equal(emails.map(() => ({ state: 'sent' })))
  })

  it('have their outcomes before the slowest of their group', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const slow = emailAt(third)
    provider.answer = ({ emailId }) => (emailId === slow._id ? answered : undefined)
    const group = emails.map(({ _id: emailId }) => ({ email: { projectId, emailId } }))
    const results = await deliver(deliveryDeps(provider), group)
    const quick = emails.filter(({ _id }) => _id !== slow._id)
    for (const { _id } of quick) expect(await results.get(_id)).to.deep.equal({ state: 'sent' })
    expect(await Promise.all(quick.map(statusOf))).to.deep.equal(quick.map(() => 'SENT'))
    expect(await statusOf(slow)).to.equal('SENDING')
    answer()
    expect(await results.get(slow._id)).to.deep.equal({ state: 'sent' })
  })

  it('do not fail together with one whose submission fails', async () => {
    provider.answer = ({ emailId }) => {
      if (emailId === emailAt(third)._id) throw new Error('broken')
    }
    const results = await Promise.allSettled(deliverAll())
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))
    expect(failed).to.deep.equal([third])
    expect(await statusOf(emailAt(third))).to.equal('SENDING')
    expect(await Email.countDocuments({ projectId, status: 'SENT' })).to.equal(emails.length - 1)
  })

  it('do not fail together with one whose outcome cannot be stored, and are not sent again', async () => {
    const deps = deliveryDeps(provider)
    const compose: DeliveryDeps['compose'] = async (email, eligible) => {
      const composed = await deps.compose(email, eligible)
      return 'raw' in composed && email._id === emailAt(third)._id ? { ...composed, subject: TOO_LONG } : composed
    }
    const results = await Promise.allSettled(deliverAll({ ...deps, compose }))
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [index] : []))
    expect(failed).to.deep.equal([third])
    const again = await Promise.all(deliverAll(deps))
    expect(again[third ?? -1]).to.include({ state: 'deferred', reason: 'unknown_outcome' })
    expect(again.filter(({ state }) => state === 'sent')).to.have.length(emails.length - 1)
    expect(sentTo()).to.deep.equal(addresses(emails))
  })

  it('are sent without one that must not leave any more', async () => {
    const deliverOne = inTime(batchDeliveries(deliveryDeps(provider)))
    let asked = 0
    const isStopping = (): boolean => (asked += 1) > 1
    const results = emails.map(({ _id }, index) =>
      deliverOne({ projectId, emailId: _id }, index === third ? isStopping : undefined),
    )
    expect(await results[third ?? -1]).to.include({ state: 'deferred', reason: 'worker_stopping' })
    await Promise.all(results)
    expect(await statusOf(emailAt(third))).to.equal('PENDING')
    expect(sentTo()).to.deep.equal(addresses([first, second, ...rest].map(emailAt)))
  })

  it('wait each for their own permit, and for no permit of another', async () => {
    let granted = 0
    const acquirePermits: DeliveryDeps['acquirePermits'] = async (_projectId, wanted) => {
      granted += wanted
      return granted <= 4 ? { permits: wanted, retryAfterMs: 0 } : { permits: 0, retryAfterMs: 7_000 }
    }
    const results = await Promise.all(deliverAll({ ...deliveryDeps(provider), acquirePermits }))
    expect(results.filter(({ state }) => state === 'sent')).to.have.length(4)
    expect(await Email.countDocuments({ projectId, status: 'PENDING', attempt: 0 })).to.equal(6)
  })

  it('leave once and share a result when they are the same email, also one that its claim stores', async () => {
    const deliverOne = inTime(batchDeliveries(deliveryDeps(provider)))
    const email = { ...emailAt(first), _id: 'new' }
    const results = await Promise.all(Array.from({ length: 6 }, () => deliverOne(email)))
    expect(results.some(({ state }) => state === 'sent')).to.equal(true)
    expect(provider.taken.map(({ emailId }) => emailId)).to.deep.equal(['new'])
    expect(await statusOf(email)).to.equal('SENT')
  })
})
