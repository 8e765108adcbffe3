import mongoose from 'mongoose'
import { expect } from 'chai'
import { Email, Event } from '../../../support/models.js'
import { NotificationTimes } from '../../../../models/notification-times.js'
import type { EmailRecord } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createEmail, createProject } from '../../../support/factories.js'
import { eventually } from '../../../support/eventually.js'
import { applyMessages, deliveredNotification, notificationOf } from './notifications.js'

describe('applyNotifications', () => {
  useDatabase({ isEmptied: 'before each' })

  const statuses = async (emails: EmailRecord[]) =>
    Promise.all(emails.map(async ({ _id }) => (await Email.findById(_id).orFail().lean()).status))

  it('applies the others when a dead process holds the rows of one message in an open transaction', async () => {
    const { id: projectId } = await createProject()
    const emails = await Promise.all(
      Array.from({ length: 6 }, () => createEmail({ projectId, status: 'SENDING', attempt: 1 })),
    )
    const [held] = emails
    const session = await mongoose.startSession()
    session.startTransaction()
    await Email.updateOne({ _id: held?._id }, { $set: { error: 'held' } }, { session })
    const notifications = emails.map((email) => ({ id: newId(), message: deliveredNotification(email) }))

    const { failures } = await applyMessages(notifications)

    expect(await statuses(emails)).to.deep.equal(['SENDING', ...Array.from({ length: 5 }, () => 'DELIVERED')])
    expect([...failures.keys()]).to.deep.equal([notifications[0]?.id])
    expect(await NotificationTimes.findOne({ refusedAt: { $gte: new Date(Date.now() - 60_000) } })).not.to.equal(null)

    await session.abortTransaction()
    await session.endSession()
    expect((await applyMessages(notifications)).failures.size).to.equal(0)
    expect(new Set(await statuses(emails))).to.deep.equal(new Set(['DELIVERED']))
    expect(await Event.countDocuments({ projectId, name: 'email.delivery' })).to.equal(6)
  })

  it('records no time later than that of a notification that it keeps for later', async () => {
    const { id: projectId } = await createProject()
    const leaving = await createEmail({ projectId, status: 'SENDING', attempt: 1, claimedAt: new Date() })
    const [before, at, after] = [3_000, 2_000, 1_000].map((ms) => new Date(Date.now() - ms))
    const told = async (of: Date | undefined): Promise<string> => {
      const email = await createEmail({ projectId, status: 'SENT', sentAt: new Date() })
      return notificationOf(email, { eventType: 'Delivery', delivery: {} }, { at: of })
    }
    const held = notificationOf(leaving, { eventType: 'Delivery', delivery: {} }, { at })
    const notifications = [held, await told(before), await told(after)].map((message) => ({ id: newId(), message }))
    // A process stores the time once a second at most.
    const times = await eventually(async () => {
      expect([...(await applyMessages(notifications)).early]).to.deep.equal([notifications[0]?.id])
      return NotificationTimes.findOne({ latestSentAt: { $ne: null } }).lean()
    }, Boolean)
    expect(times?.latestSentAt).to.be.below(at ?? new Date(0))
  })

  it('drops notifications about no message of ours or one that is gone at once, and reports them', async () => {
    const foreign = { timestamp: '2026-03-02T09:00:00.000Z', messageId: 'of-somebody-else' }
    const messages = [{}, foreign].map((mail) => JSON.stringify({ eventType: 'Bounce', mail }))
    const gone = deliveredNotification({ _id: newId(), projectId: (await createProject()).id })
    const told = [...messages, gone].map((message) => ({ id: newId(), message }))
    const { early, unmatched, failures } = await applyMessages(told)
    expect([early.size, failures.size]).to.deep.equal([0, 0])
    expect([...unmatched]).to.have.members(told.map(({ id }) => id))
  })

  it('keeps a notification whose provider id may still be recorded, and drops it later', async () => {
    const { id: projectId } = await createProject()
    const sesMessageId = newId()
    const told = (at: Date) => {
      const mail = { messageId: sesMessageId, timestamp: at.toISOString() }
      const delivery = { recipients: ['Ada@Example.com'] }
      return { id: newId(), message: JSON.stringify({ notificationType: 'Delivery', delivery, mail }) }
    }
    const notification = told(new Date())

    expect([...(await applyMessages([notification])).early]).to.deep.equal([notification.id])
    expect((await applyMessages([told(new Date(Date.now() - 60_000))])).early.size).to.equal(0)

    const { _id } = await createEmail({
      projectId,
      status: 'SENT',
      sentAt: new Date(),
      sesMessageId,
      to: 'ada@example.com',
    })
    expect((await applyMessages([notification])).early.size).to.equal(0)
    expect((await Email.findById(_id).orFail().lean()).status).to.equal('DELIVERED')
  })
})
