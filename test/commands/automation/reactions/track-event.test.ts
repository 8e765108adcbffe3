import { expect } from 'chai'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { Contact } from '../../../../models/contact.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import { Event } from '../../../../models/event.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { documentsOf, waitingOf, enqueued } from '../../../support/outbox.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { clockPast } from '../../clock-past.js'

describe('trackEvent', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (name: string, data: object = {}, subscribed?: boolean) =>
    trackEvent({
      projectId,
      who: { email: 'x@example.com' },
      name,
      patch: planDataPatch(data),
      subscribed,
      claim: null,
    })
  const read = () => Contact.findOne({ projectId }).orFail().lean()

  it('stores contact and event, and the entry to dispatch it', async () => {
    const data = { 'first.name': 'Ada', code: { value: 7, persistent: false } }
    const entries = await enqueued(() => track('signed up', data))

    const contact = await read()
    expect(contact).to.include({ email: 'x@example.com', subscribed: true })
    expect(unescapeData(contact.data)).to.deep.equal({ 'first.name': 'Ada' })
    const stored = await Event.findOne({ projectId }).lean()
    expect(unescapeData(stored?.data)).to.deep.equal({ 'first.name': 'Ada', code: 7 })
    expect(await waitingOf('event', projectId)).to.deep.equal([stored?._id])
    expect(documentsOf(entries)).to.have.deep.members([
      { kind: 'contact', projectId, id: contact._id },
      { kind: 'event', projectId, id: stored?._id },
    ])
  })

  it('emits one change of subscription for several identical requests at once', async () => {
    await track('e')
    await Promise.all(Array.from({ length: 8 }, () => track('e', {}, false)))

    expect(await Event.countDocuments({ projectId, name: 'contact.unsubscribed' })).to.equal(1)
    const { activity } = await read()
    expect(activity?.['contact%2Eunsubscribed']?.count).to.equal(1)
  })

  it('records on the contact when each event came first and last, without a change of its date', async () => {
    const { contact: before, event } = await track('order.paid')
    await clockPast(event.createdAt)
    const beforeSecond = Date.now()
    await track('order.paid')
    await track('$left')

    await dispatchAll(projectId)
    const { activity, updatedAt } = await read()
    expect(Object.keys(activity ?? {})).to.deep.equal(['order%2Epaid', '%24left'])
    const paid = activity?.['order%2Epaid']
    expect(paid?.count).to.equal(2)
    expect(paid?.first).to.be.below(paid?.last ?? new Date(0))
    expect(paid?.last.getTime()).to.be.at.least(beforeSecond)
    expect(updatedAt).to.deep.equal(before.updatedAt)
  })
})
