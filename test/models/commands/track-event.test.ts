import { expect } from 'chai'
import { trackEvent } from '../../../models/commands/track-event.js'
import { Contact } from '../../../models/contact.js'
import { planDataPatch } from '../../../models/domain/data.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Event } from '../../../models/event.js'
import { useDatabase } from '../../support/database.js'
import { createProject } from '../../support/factories.js'

describe('trackEvent', () => {
  useDatabase()

  it('stores contact and event, and the intent to dispatch it', async () => {
    const { id: projectId } = await createProject()
    const patch = planDataPatch({ 'first.name': 'Ada', code: { value: 7, persistent: false } })

    const { event, intents } = await trackEvent({
      projectId,
      email: 'ada@example.com',
      name: 'signed up',
      patch,
      claim: null,
    })

    const contact = await Contact.findOne({ projectId }).lean()
    expect(contact).to.include({ email: 'ada@example.com', subscribed: true })
    expect(unescapeData(contact?.data)).to.deep.equal({ 'first.name': 'Ada' })
    const stored = await Event.findOne({ projectId }).lean()
    expect(unescapeData(stored?.data)).to.deep.equal({ 'first.name': 'Ada', code: 7 })
    expect(stored?.dispatch?.state).to.equal('pending')
    expect(intents).to.deep.equal([{ kind: 'event', projectId, id: event._id }])
  })

  it('leaves one contact after ten requests at once', async () => {
    const { id: projectId } = await createProject()
    const track = () =>
      trackEvent({ projectId, email: 'x@example.com', name: 'e', patch: planDataPatch({ a: 1 }), claim: null })

    await Promise.all(Array.from({ length: 10 }, track))

    expect(await Contact.countDocuments({ projectId })).to.equal(1)
    expect(await Event.countDocuments({ projectId })).to.equal(10)
  })

  it('emits one flip for several identical ones at once', async () => {
    const { id: projectId } = await createProject()
    const track = (subscribed?: boolean) =>
      trackEvent({ projectId, email: 'x@example.com', name: 'e', patch: planDataPatch({}), subscribed, claim: null })
    await track()

    await Promise.all(Array.from({ length: 8 }, () => track(false)))

    expect(await Event.countDocuments({ projectId, name: 'contact.unsubscribed' })).to.equal(1)
  })
})
