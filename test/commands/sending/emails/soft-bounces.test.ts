import { expect } from 'chai'
import { countAudience } from '../../../../commands/sending/audiences/count-audience.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { checkEligibility } from '../../../../activities/delivery/check-eligibility.js'
import { Contact, Email, SoftBounces, Suppression } from '../../../support/models.js'
import type { ContactRecord } from '../../../../models/contact.js'
import { EMAIL_TAG, PROJECT_TAG } from '../../../../models/domain/ses-event.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { createContact, createEmail, createProject } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import { applyMessages } from './notifications.js'

const DAY_MS = 86_400_000

describe('soft bounces', () => {
  const gateway = useGateway()
  let project: Awaited<ReturnType<typeof createProject>>
  let contact: ContactRecord
  let count = 0

  beforeEach(async () => {
    project = await createProject()
    contact = await createContact({ projectId: project.id, email: `soft${(count += 1)}@example.com` })
  })

  const send = (fields: Partial<EmailRecord> = {}): Promise<EmailRecord> => {
    const sent = { contactId: contact._id, to: contact.email, status: 'SENT', sentAt: new Date() } as const
    return createEmail({ projectId: project.id, ...sent, ...fields })
  }
  const factOf = ({ _id: emailId }: EmailRecord, key: string) => {
    return { projectId: project.id, emailId, at: new Date(), key, messageId: null }
  }
  type BounceType = 'Transient' | 'Permanent' | 'Undetermined'
  const bounced = (email: EmailRecord, bounceType: BounceType, key = email._id): EmailFact => {
    return { ...factOf(email, key), kind: 'bounced', bounceType, bounceSubType: 'General' }
  }
  const bounce = async (type: BounceType = 'Transient') => recordEmailFacts([bounced(await send(), type)])
  const times = async (number: number): Promise<void> => {
    for (let n = 0; n < number; n += 1) await bounce()
  }
  const list = async () => (await gateway.as(project.secretKey).get('/suppressions')).body.data
  const endPause = () =>
    Suppression.updateOne({ projectId: project.id }, { $set: { expiresAt: new Date(Date.now() - 1) } })
  const check = async () => {
    const [result] = await checkEligibility([await send()], true)
    return result && 'status' in result ? result.status : 'eligible'
  }

  it('suspend an address for 30 days at the fifth in a row, and keep its contact subscribed', async () => {
    await Contact.updateOne({ _id: contact._id }, { $set: { subscribed: true } })
    await times(4)
    expect(await list()).to.deep.equal([])
    await bounce()
    const [paused, ...others] = await list()
    expect(others).to.deep.equal([])
    expect(paused).to.include({ email: contact.email, reason: 'SOFT_BOUNCES' })
    expect(Math.abs(Date.parse(paused.expiresAt) - Date.now() - 30 * DAY_MS)).to.be.below(60_000)
    expect(await check()).to.equal('SUPPRESSED')
    expect(await Contact.findById(contact._id).lean()).to.include({ subscribed: true })
    expect(await Email.countDocuments({ projectId: project.id, bouncedAt: { $ne: null } })).to.equal(0)
  })

  it('count once for each email, whatever is repeated, together or at the same time', async () => {
    const email = await send()
    await recordEmailFacts([bounced(email, 'Transient'), bounced(email, 'Transient', 'again')])
    await recordEmailFacts([bounced(email, 'Transient'), bounced(email, 'Transient', 'third')])
    await Promise.all([1, 2, 3, 4].map((n) => recordEmailFacts([bounced(email, 'Transient', `more${n}`)])))
    expect((await SoftBounces.findOne({ projectId: project.id }).orFail().lean()).bounces).to.have.lengthOf(1)
    await times(3)
    expect(await list()).to.deep.equal([])
  })

  it('count each when several come in one group', async () => {
    const emails = [await send(), await send(), await send(), await send(), await send()]
    await recordEmailFacts(emails.map((email) => bounced(email, 'Transient')))
    expect(await list()).to.have.lengthOf(1)
  })

  it('start from zero after a delivery in between, and after an open', async () => {
    await times(4)
    const delivered = await send()
    await recordEmailFacts([{ ...factOf(delivered, 'd'), kind: 'delivered' }])
    await times(4)
    expect(await list()).to.deep.equal([])
    await recordEmailFacts([{ ...factOf(await send(), 'o'), kind: 'opened', isMachine: false }])
    await times(4)
    expect(await list()).to.deep.equal([])
    await bounce()
    expect(await list()).to.have.lengthOf(1)
  })

  it('are not interrupted by an undetermined bounce, a delay, or mail that was sent just now', async () => {
    await times(2)
    await bounce('Undetermined')
    await recordEmailFacts([{ ...factOf(await send(), 'y'), kind: 'delayed', delayType: 'General' }])
    await send()
    await times(2)
    expect(await list()).to.deep.equal([])
    await bounce()
    expect(await list()).to.have.lengthOf(1)
  })

  it('without reported deliveries are interrupted by mail that has not bounced for five days', async () => {
    const old = [20, 19, 18, 17].map((days) => send({ sentAt: new Date(Date.now() - days * DAY_MS) }))
    for (const email of await Promise.all(old)) await recordEmailFacts([bounced(email, 'Transient')])
    await send({ sentAt: new Date(Date.now() - 10 * DAY_MS) })
    await bounce()
    expect(await list()).to.deep.equal([])
    await times(4)
    expect(await list()).to.have.lengthOf(1)
  })

  it('of other addresses and other projects do not count', async () => {
    await times(4)
    const [other, neighbour] = [await createProject(), await createContact({ projectId: project.id })]
    const there = await createContact({ projectId: other.id, email: contact.email })
    const theirs = await createEmail({ projectId: other.id, contactId: there._id, to: there.email, status: 'SENT' })
    await recordEmailFacts([{ ...bounced(theirs, 'Transient'), projectId: other.id }])
    await recordEmailFacts([bounced(await send({ contactId: neighbour._id, to: neighbour.email }), 'Transient')])
    expect(await Suppression.countDocuments({ projectId: { $in: [project.id, other.id] } })).to.equal(0)
  })

  describe('after a suspension', () => {
    beforeEach(() => times(5))

    it('count from zero when time has ended it, before anything is cleaned up', async () => {
      await endPause()
      expect(await list()).to.deep.equal([])
      expect(await check()).to.equal('eligible')
      await times(4)
      expect(await list()).to.deep.equal([])
      await bounce()
      expect(await list()).to.have.lengthOf(1)
      expect(await check()).to.equal('SUPPRESSED')
    })

    it('count from zero when an operator has ended it', async () => {
      const client = gateway.as(project.secretKey)
      expect((await client.delete(`/suppressions/${contact.email}`)).status).to.equal(204)
      expect((await client.delete(`/suppressions/${contact.email}`)).status).to.equal(404)
      expect(await check()).to.equal('eligible')
      await times(4)
      expect(await list()).to.deep.equal([])
    })

    it('do not count during it, so that mail that had left before does not suspend the address again', async () => {
      await times(6)
      await endPause()
      await times(4)
      expect(await list()).to.deep.equal([])
    })

    it('are replaced by a permanent bounce', async () => {
      await bounce('Permanent')
      const [suppression, ...others] = await list()
      expect(others).to.deep.equal([])
      expect(suppression).to.include({ reason: 'BOUNCE' }).and.not.have.property('expiresAt')
      expect(await Contact.findById(contact._id).lean()).to.include({ subscribed: false })
    })

    for (const [when, end, expected] of [
      ['while it lasts', null, 200],
      ['when it has ended', endPause, 201],
    ] as const) {
      it(`are replaced by a manual suppression ${when}, which does not end by itself`, async () => {
        await end?.()
        const { status, body } = await gateway.as(project.secretKey).post('/suppressions', { email: contact.email })
        expect(status).to.equal(expected)
        expect(body).to.include({ reason: 'MANUAL' }).and.not.have.property('expiresAt')
        expect((await list())[0]).to.deep.equal(body)
      })
    }

    it('count in the audience of a campaign only while it lasts', async () => {
      await Contact.updateOne({ _id: contact._id }, { $set: { subscribed: true } })
      const all = { projectId: project.id, audienceType: 'ALL', type: 'MARKETING' }
      const audience = all as Parameters<typeof countAudience>[0]
      expect((await countAudience(audience)).suppressed).to.equal(1)
      await endPause()
      expect((await countAudience(audience)).suppressed).to.equal(0)
    })
  })

  it('never make a suppression shorter', async () => {
    await bounce('Permanent')
    await times(6)
    expect(await list()).to.have.lengthOf(1)
    expect((await list())[0])
      .to.include({ reason: 'BOUNCE' })
      .and.not.have.property('expiresAt')
    expect(await SoftBounces.countDocuments({ projectId: project.id })).to.equal(0)
  })

  describe('of SES', () => {
    const notify = ({ _id }: EmailRecord, eventType: string, detail: object) => {
      const tags = { [EMAIL_TAG]: [_id], [PROJECT_TAG]: [project.id] }
      const mail = { timestamp: new Date(Date.now() - 60_000).toISOString(), messageId: `ses-${_id}`, tags }
      const about = { [eventType.toLowerCase()]: { timestamp: new Date().toISOString(), ...detail } }
      return applyMessages([{ id: `${_id}:${eventType}`, message: JSON.stringify({ eventType, mail, ...about }) }])
    }
    const transient = (email: EmailRecord, bounceSubType = 'General') =>
      notify(email, 'Bounce', { bounceType: 'Transient', bounceSubType, bouncedRecipients: [] })

    it('count the same', async () => {
      for (let n = 0; n < 5; n += 1) {
        const email = await send()
        await transient(email)
        await transient(email)
      }
      expect((await list())[0]).to.include({ email: contact.email, reason: 'SOFT_BOUNCES' })
    })

    it('do not include automatic replies of absent people to delivered mail, in either order', async () => {
      for (let n = 0; n < 8; n += 1) {
        const email = await send()
        if (n % 2 === 0) await notify(email, 'Delivery', {})
        await transient(email)
        if (n % 2 === 1) await notify(email, 'Delivery', {})
      }
      expect(await list()).to.deep.equal([])
    })

    it('revoke the delivery of their email when they name a reason', async () => {
      for (let n = 0; n < 5; n += 1) {
        const email = await send()
        await notify(email, 'Delivery', {})
        await transient(email, 'MailboxFull')
      }
      expect(await list()).to.have.lengthOf(1)
    })
  })
})
