import { expect } from 'chai'
import { recountCommand } from '../../cli/recount.js'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { recordIgnored } from '../../commands/automation/executions/record-ignored.js'
import { ContactCount } from '../../models/contact-count.js'
import { DailyCount } from '../../models/daily-count.js'
import { Event } from '../../models/event.js'
import { Segment } from '../../models/segment.js'
import { useDatabase } from '../support/database.js'
import {
  createCampaign,
  createContact,
  createEmail,
  createProject,
  createSegment,
  createWorkflow,
} from '../support/factories.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'
import { dispatchAll } from '../support/dispatch-all.js'
import { createContactsOn, IS_PRO } from '../support/segments.js'

describe('posthorn recount', () => {
  useDatabase()

  const recount = (...args: string[]) => commandHere(recountCommand, ['recount', ...args])

  it('tells by its status whether the counters are right, names those that are off, and repairs them', async () => {
    const { id: projectId } = await createProject()
    await createContact({ projectId, data: { plan: 'pro' } })
    await dispatchAll(projectId)
    expect(await recount('--project', projectId)).to.include({ status: 0 })
    await ContactCount.updateOne({ _id: projectId, projectId }, { $inc: { contacts: 3 } })
    const { status, said } = await recount('--project', projectId, '--json')
    expect(status, said).to.equal(1)
    expect(said).to.contain('"counter":"contacts","is":4,"shouldBe":1')
    expect(await recount('--project', projectId, '--repair')).to.include({ status: 0 })
    expect(await recount('--project', projectId)).to.include({ status: 0 })
  })

  it('tells of the counters of campaigns in the same way', async () => {
    const { id: projectId } = await createProject()
    const { _id: campaignId } = await createCampaign({ projectId, sentCount: 2 })
    await createEmail({ projectId, campaignId, sentAt: new Date(), status: 'SENT' })
    await dispatchAll(projectId)
    const { status, said } = await recount('--project', projectId, '--json')
    expect(status, said).to.equal(1)
    expect(said).to.contain(`"campaignId":"${campaignId}","differences":[{"counter":"sentCount","is":2,"shouldBe":1}]`)
    expect(await recount('--project', projectId, '--repair')).to.include({ status: 0 })
    expect(await recount('--project', projectId)).to.include({ status: 0 })
  })

  it('tells of the numbers of members of segments that store them, and repairs these', async () => {
    const { id: projectId } = await createProject()
    const counted = { projectId, countedAt: new Date() }
    const tracked = await createSegment({ ...counted, condition: IS_PRO, trackMembership: true })
    const list = await createSegment(counted)
    const byCondition = await createSegment({ ...counted, condition: IS_PRO, memberCount: 3 })
    await createContactsOn(projectId, ['pro'])
    await createContact({ projectId, segments: [list._id] })
    await dispatchAll(projectId)
    await Segment.updateOne({ _id: tracked._id, projectId }, { $inc: { memberCount: 2 } })
    const { status, said } = await recount('--project', projectId, '--json')
    expect(status, said).to.equal(1)
    const drift = { segmentId: tracked._id, is: 3, shouldBe: 1 }
    expect(JSON.parse(said)).to.have.deep.property('segments', [{ ...drift, isRepaired: false }])
    expect(await recount('--project', projectId, '--repair')).to.include({ status: 0 })
    expect(await recount('--project', projectId)).to.include({ status: 0 })
    expect((await Segment.findOne({ _id: byCondition._id, projectId }).orFail().lean()).memberCount).to.equal(3)
  })

  it('counts the days before today from their events', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const email = await createEmail({ projectId, contactId: contact._id, to: contact.email, status: 'SENDING' })
    const fact = { projectId, emailId: email._id, at: new Date(), key: 'k', messageId: 'm' }
    await recordEmailFacts([{ ...fact, kind: 'delivered' }])
    await dispatchAll(projectId)
    // An event that is only recorded counts nowhere.
    await recordIgnored(await createWorkflow({ projectId }), [{ contactId: contact._id, sourceEventId: null }])
    const yesterday = new Date(Date.now() - 86_400_000)
    await Event.collection.updateMany({ projectId }, { $set: { createdAt: yesterday } })
    // The counters of today would be wrong too, and the command would say so if midnight passed before it.
    await DailyCount.deleteMany({ projectId })

    const date = yesterday.toISOString().slice(0, 10)
    const { status, said } = await recount('--project', projectId, '--json')
    expect(status, said).to.equal(1)
    expect(said).to.contain(`"days":["${date}"]`)
    expect(await recount('--project', projectId, '--repair')).to.include({ status: 0 })
    expect(await recount('--project', projectId)).to.include({ status: 0 })
    expect(await DailyCount.findOne({ projectId, date }).lean()).to.deep.include({
      emails: { sentTransactional: 1, delivered: 1 },
      eventCount: 2,
      events: { 'email%2Esent': 1, 'email%2Edelivery': 1 },
    })
  })

  it('asks for the project when none is named', async () => {
    expect(await refusalOf(recountCommand)).to.equal('Missing required option --project.')
  })
})
