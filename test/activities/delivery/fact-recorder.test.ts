import { expect } from 'chai'
import { createFactRecorder } from '../../../activities/delivery/fact-recorder.js'
import { recipientEmail } from '../../../commands/sending/campaigns/recipient-emails.js'
import { storeClaimed } from '../../../commands/sending/emails/store-claimed.js'
import { Campaign, Email, Event } from '../../support/models.js'
import type { EmailFact } from '../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../../runtime/mongodb/connection.js'
import { useDatabase } from '../../support/database.js'
import { createCampaign, createContact, createProject } from '../../support/factories.js'
import { mongodbServer } from '../../support/servers.js'

describe('the fact recorder', () => {
  useDatabase({ isEmptied: 'before each' })
  let email: EmailRecord
  let sent: EmailFact

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    const { _id: contactId, email: to } = await createContact({ projectId })
    const campaign = await createCampaign({ projectId, status: 'SENDING' })
    email = recipientEmail(campaign, { emailId: newId(), contactId, to, at: new Date(), claim: newId() })
    await storeClaimed([email])
    sent = { ...about(email._id), kind: 'sent', messageId: 'm-1' }
  })

  const about = (emailId: string) => ({ projectId: email.projectId, emailId, at: new Date(), key: 'attempt-1' })
  const recorder = createFactRecorder()
  const all = (facts: Parameters<typeof recorder.record>[0]) => Promise.all(recorder.record(facts))
  const stored = async () => {
    const { status, messageId } = await Email.findById(email._id).orFail().lean()
    const { sentCount } = await Campaign.findById(email.campaignId).orFail().lean()
    return { status, messageId, sentCount, events: await Event.countDocuments({ emailId: email._id }) }
  }
  const ONCE = { status: 'SENT', messageId: 'm-1', sentCount: 1, events: 1 }

  it('records the outcome of a claim once, also after the email has changed', async () => {
    await all([{ fact: sent, claimed: email }])
    expect(await stored()).to.deep.equal(ONCE)
    await all([{ fact: sent, claimed: email }])
    expect(await stored()).to.deep.equal(ONCE)
  })

  it('records the other facts when one cannot be recorded, and reports that one', async () => {
    const others = [1, 2, 3].map(() => ({ ...email, _id: newId(), contactId: newId() }))
    await storeClaimed(others)
    const factOf = ({ _id }: EmailRecord, subject = 'Hi'): EmailFact => ({
      ...about(_id),
      kind: 'sent',
      messageId: _id,
      subject,
    })
    const [first = email, ...rest] = others
    const outcomes = [
      { fact: factOf(first), claimed: first },
      { fact: factOf(email, 'x'.repeat(17 * 1024 * 1024)), claimed: email },
      ...rest.map((claimed) => ({ fact: factOf(claimed), claimed })),
    ]
    const recorded = await Promise.allSettled(recorder.record(outcomes))
    expect(recorded.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    const statuses = await Email.find({ projectId: email.projectId }, { status: 1 }).sort({ status: 1 }).lean()
    expect(statuses.map(({ status }) => status)).to.deep.equal(['SENDING', 'SENT', 'SENT', 'SENT'])
  })

  it('records facts once MongoDB is back that it could not record before', async () => {
    const { info } = await mongodbServer()
    await disconnectMongodb()
    const noted = Promise.all([all([{ fact: sent, claimed: email }]), all([{ fact: sent }])])
    connectMongodb({ MONGODB_URI: info.mongodb })
    await mongodbConnected()
    await noted
    expect(await stored()).to.deep.equal(ONCE)
  })
})
