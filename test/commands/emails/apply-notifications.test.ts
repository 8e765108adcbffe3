import mongoose from 'mongoose'
import { expect } from 'chai'
import { applyNotifications } from '../../../commands/emails/apply-notifications.js'
import { Event } from '../../../models/event.js'
import { ProviderSignal } from '../../../models/provider-signal.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { useDatabase } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'
import { deliveredNotification } from './notifications.js'

describe('applyNotifications', () => {
  useDatabase({ isEmptied: 'before each' })

  const statuses = async (emails: EmailRecord[]) =>
    Promise.all(emails.map(async ({ _id }) => (await Email.findById(_id).orFail().lean()).status))

  it('applies the others when a dead process left the rows of one message in an open transaction', async () => {
    const { id: projectId } = await createProject()
    const emails = await Promise.all(
      Array.from({ length: 6 }, () => createEmail({ projectId, status: 'SENDING', attempt: 1 })),
    )
    const [held] = emails
    const session = await mongoose.startSession()
    session.startTransaction()
    await Email.updateOne({ _id: held?._id }, { $set: { error: 'held' } }, { session })
    const notifications = emails.map((email) => ({ id: newId(), message: deliveredNotification(email) }))

    const { failures } = await applyNotifications(notifications)

    expect(await statuses(emails)).to.deep.equal(['SENDING', ...Array.from({ length: 5 }, () => 'DELIVERED')])
    expect([...failures.keys()]).to.deep.equal([notifications[0]?.id])
    expect(await ProviderSignal.findOne({ refusedAt: { $gte: new Date(Date.now() - 60_000) } })).not.to.equal(null)

    await session.abortTransaction()
    await session.endSession()
    expect((await applyNotifications(notifications)).failures.size).to.equal(0)
    expect(new Set(await statuses(emails))).to.deep.equal(new Set(['DELIVERED']))
    expect(await Event.countDocuments({ projectId, name: 'email.delivery' })).to.equal(6)
  })

  it('lets go of what speaks of no message of ours', async () => {
    const message = JSON.stringify({ eventType: 'Delivery', mail: {} })
    const { entries, early, failures } = await applyNotifications([{ id: newId(), message }])
    expect([entries.length, early.size, failures.size]).to.deep.equal([0, 0, 0])
  })
})
