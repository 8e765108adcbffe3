import { expect } from 'chai'
import { createFactRecorder } from '../../../activities/delivery/fact-recorder.js'
import { claimedEmail } from '../../../commands/campaigns/claimed-email.js'
import { Campaign } from '../../../models/campaign.js'
import type { EmailFact } from '../../../models/domain/email-facts.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
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
    email = claimedEmail(campaign, { emailId: newId(), contactId, to, at: new Date() })
    sent = { projectId, emailId: email._id, at: new Date(), key: 'attempt-1', kind: 'sent', messageId: 'm-1' }
  })

  const recorder = createFactRecorder(() => undefined)
  const stored = async () => {
    const { status, messageId } = await Email.findById(email._id).orFail().lean()
    const { sentCount } = await Campaign.findById(email.campaignId).orFail().lean()
    return { status, messageId, sentCount, events: await Event.countDocuments({ emailId: email._id }) }
  }
  const ONCE = { status: 'SENT', messageId: 'm-1', sentCount: 1, events: 1 }

  it('stores an email with its first fact, also where the email was stored meanwhile', async () => {
    await recorder.recordFirst(sent, email)
    expect(await stored()).to.deep.equal(ONCE)
    await recorder.recordFirst(sent, email)
    expect(await stored()).to.deep.equal(ONCE)
  })

  it('stores the others where one cannot be stored, and says so of that one alone', async () => {
    const others = [1, 2, 3].map(() => ({ ...email, _id: newId(), contactId: newId() }))
    const tooLarge = { ...email, subject: 'x'.repeat(17 * 1024 * 1024) }
    const factOf = ({ _id }: EmailRecord) => ({ ...sent, emailId: _id, messageId: _id })
    const inOrder = [...others.slice(0, 2), tooLarge, ...others.slice(2)]
    const noted = await Promise.allSettled(inOrder.map((each) => recorder.recordFirst(factOf(each), each)))
    expect(noted.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await Email.countDocuments({ projectId: email.projectId, status: 'SENT' })).to.equal(3)
  })

  it('notes after all what could not be noted while MongoDB was away', async () => {
    const { info } = await mongodbServer()
    await disconnectMongodb()
    const noted = Promise.all([recorder.recordFirst(sent, email), recorder.record(sent)])
    connectMongodb({ MONGODB_URI: info.mongodb })
    await mongodbConnected()
    await noted
    expect(await stored()).to.deep.equal(ONCE)
  })
})
