import mongoose from 'mongoose'
import { expect } from 'chai'
import { applyNotifications, storeNotification } from '../../../commands/emails/apply-notifications.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { Notification } from '../../../models/notification.js'
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
    const ids: string[] = []
    for (const email of emails) ids.push((await storeNotification(newId(), deliveredNotification(email))).id)

    await applyNotifications(ids)

    expect(await statuses(emails)).to.deep.equal(['SENDING', ...Array.from({ length: 5 }, () => 'DELIVERED')])
    expect(await Notification.countDocuments({ 'dispatch.state': 'pending' })).to.equal(1)

    await session.abortTransaction()
    await session.endSession()
    await applyNotifications(ids)
    expect(new Set(await statuses(emails))).to.deep.equal(new Set(['DELIVERED']))
    expect(await Notification.countDocuments({ 'dispatch.state': 'pending' })).to.equal(0)
  })

  it('lets go of what speaks of no message of ours', async () => {
    const { id } = await storeNotification(newId(), JSON.stringify({ eventType: 'Delivery', mail: {} }))
    expect(await applyNotifications([id])).to.deep.equal({ entries: [], early: [] })
    expect(await Notification.countDocuments({ 'dispatch.state': 'pending' })).to.equal(0)
  })
})
