import { expect } from 'chai'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { Campaign, Contact, Email, Event, Suppression } from '../../../support/models.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createEmail, createProject } from '../../../support/factories.js'

describe('recordEmailFacts', () => {
  useDatabase()

  let email: EmailRecord
  let campaignId: string

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    const campaign = await createCampaign({ projectId, status: 'SENDING' })
    campaignId = campaign._id
    email = await createEmail({ projectId, campaignId, sourceType: 'CAMPAIGN', status: 'SENDING' })
  })

  const about = () => ({ projectId: email.projectId, emailId: email._id, at: new Date() })
  const sent = (): EmailFact => ({ ...about(), key: 's', kind: 'sent', messageId: 'm1' })
  const delivered = (): EmailFact => ({ ...about(), key: 'd', kind: 'delivered', messageId: 'm1' })
  const bounced = (key = 'b'): EmailFact => {
    const type = { bounceType: 'Permanent', bounceSubType: 'General' } as const
    return { ...about(), key, kind: 'bounced', messageId: 'm1', ...type }
  }
  const names = async () => (await Event.find({ emailId: email._id }).lean()).map(({ name }) => name).sort()
  const counters = async () => {
    const { sentCount, deliveredCount, bouncedCount } = await Campaign.findById(campaignId).orFail().lean()
    return { sentCount, deliveredCount, bouncedCount }
  }

  it('counts each fact once and emits one event for it, however often it comes', async () => {
    for (let round = 0; round < 3; round += 1) await recordEmailFacts([sent(), delivered(), sent()])

    expect(await names()).to.deep.equal(['email.delivery', 'email.sent'])
    expect(await counters()).to.deep.equal({ sentCount: 1, deliveredCount: 1, bouncedCount: 0 })
  })

  it('does not touch the date of change of the campaign', async () => {
    const before = await Campaign.findById(campaignId).orFail().lean()
    await recordEmailFacts([sent(), delivered()])
    const after = await Campaign.findById(campaignId).orFail().lean()
    expect(after.updatedAt).to.deep.equal(before.updatedAt)
    expect(after.deliveredCount).to.equal(1)
  })

  it('suppresses no address for an email whose contact was erased', async () => {
    await Email.updateOne({ _id: email._id }, { $set: { to: '' } })
    await recordEmailFacts([bounced()])
    expect(await Email.findById(email._id).lean()).to.include({ status: 'BOUNCED' })
    expect(await Suppression.countDocuments({ projectId: email.projectId })).to.equal(0)
  })

  it('keeps counters exact when the same facts are recorded by many at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => recordEmailFacts([sent(), delivered()])))

    expect(await counters()).to.deep.equal({ sentCount: 1, deliveredCount: 1, bouncedCount: 0 })
    expect(await names()).to.deep.equal(['email.delivery', 'email.sent'])
  })

  it('suppresses the address after a permanent bounce and unsubscribes its contact, once', async () => {
    await Promise.all([recordEmailFacts([bounced()]), recordEmailFacts([bounced('again')])])

    expect(await Suppression.findOne({ projectId: email.projectId }).lean()).to.include({
      email: email.to,
      reason: 'BOUNCE',
    })
    expect(await Contact.findById(email.contactId).lean()).to.include({ subscribed: false })
    expect(await names()).to.deep.equal(['contact.unsubscribed', 'email.bounce', 'email.sent'])
    expect(await Email.findById(email._id).lean()).to.include({ status: 'BOUNCED' })
  })

  it('changes nothing for a message of another project', async () => {
    const { id: projectId } = await createProject()
    await recordEmailFacts([{ ...sent(), projectId }])

    expect(await Email.findById(email._id).lean()).to.include({ status: 'SENDING' })
    expect(await names()).to.deep.equal([])
  })
})
