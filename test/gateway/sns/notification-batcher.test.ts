import { expect } from 'chai'
import { createNotificationBatcher } from '../../../gateway/sns/notification-batcher.js'
import { ClientGoneError } from '../../../gateway/http/request/read-body.js'
import { Email } from '../../support/models.js'
import { NotificationTimes } from '../../../models/notification-times.js'
import { deliveredNotification } from '../../commands/sending/emails/notifications.js'
import { useDatabase } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'

describe('the notification batcher', () => {
  useDatabase({ isEmptied: 'before each' })

  /** An email whose worker had a clock an hour ahead when it began to submit the email. */
  const leavingEmail = async () => {
    const claimedAt = new Date(Date.now() + 3_600_000)
    return createEmail({ projectId: (await createProject()).id, status: 'SENDING', attempt: 1, claimedAt })
  }

  it('applies a notification when its time to wait is over, whatever the time of the claim', async () => {
    const email = await leavingEmail()
    const batcher = createNotificationBatcher({ waitMs: 300 })
    expect(await batcher.apply(deliveredNotification(email), () => false)).to.deep.equal({ isMatched: true })
    expect(await Email.findById(email._id).lean()).to.include({ status: 'DELIVERED' })
  })

  it('stops waiting when the sender has left, so that only its repetition counts', async () => {
    const email = await leavingEmail()
    const batcher = createNotificationBatcher()
    const error: unknown = await batcher
      .apply(deliveredNotification(email), () => true)
      .catch((cause: unknown) => cause)
    expect(error).to.be.instanceOf(ClientGoneError)
    expect(await Email.findById(email._id).lean()).to.include({ status: 'SENDING' })
    expect(await NotificationTimes.countDocuments({ refusedAt: { $ne: null } })).to.equal(1)
  })
})
