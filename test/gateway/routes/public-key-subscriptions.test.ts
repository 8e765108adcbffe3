import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { createContact, createMember } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

describe('publicKeyMayResubscribe', () => {
  const { gateway, project, client, publicClient } = useProject()

  const change = async (body: object, role: 'ADMIN' | 'MEMBER' = 'ADMIN') => {
    const member = gateway.signedIn(await createMember({ projectId: project.id, role }))
    return member.patch(`/users/@me/projects/${project.id}`, body)
  }
  const forbid = async () => expect((await change({ publicKeyMayResubscribe: false })).status).to.equal(200)
  const track = async (body: object = {}, email = 'left@example.com') => {
    const answer = await publicClient.post('/v1/track', { email, event: 'seen', subscribed: true, ...body })
    expect(answer.status).to.equal(200)
  }
  const isSubscribed = async (email = 'left@example.com') =>
    (await Contact.findOne({ projectId: project.id, email }).orFail().lean()).subscribed
  const leave = (fields = {}) =>
    createContact({ projectId: project.id, email: 'left@example.com', subscribed: false, ...fields })

  it('is true for a new project, appears in its answers, and can be changed by its admins', async () => {
    const member = gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }))
    expect((await member.get('/users/@me/projects')).body[0].publicKeyMayResubscribe).to.equal(true)
    expect((await change({ publicKeyMayResubscribe: false })).body).to.include({ publicKeyMayResubscribe: false })
    expect((await change({ publicKeyMayResubscribe: true }, 'MEMBER')).status).to.equal(403)
    const { faults } = await change({ publicKeyMayResubscribe: 'no' })
    expect(faults).to.deep.equal(['publicKeyMayResubscribe invalid_type'])
    expect((await change({ name: 'Other' })).body).to.include({ publicKeyMayResubscribe: false })
  })

  it('lets the public key subscribe contacts who opted out while it is true', async () => {
    await leave()
    await track()
    expect(await isSubscribed()).to.equal(true)
  })

  it('keeps an opt-out from the public key at once when it is false, and stores the event', async () => {
    await leave({ snoozedUntil: new Date(Date.now() + 86_400_000), data: { plan: 'pro' } })
    await forbid()
    await track({ data: { seen: 1 } })
    const contact = await Contact.findOne({ projectId: project.id }).lean()
    expect(contact).to.deep.include({ subscribed: false, data: { plan: 'pro', seen: 1 } })
    expect(contact?.snoozedUntil).to.be.instanceOf(Date)
    expect(await Event.distinct('name', { projectId: project.id })).to.deep.equal(['seen'])
  })

  it('does not affect new contacts, and opt-outs by the public key', async () => {
    await forbid()
    await track({}, 'new@example.com')
    await track({ subscribed: undefined }, 'other@example.com')
    await track({ subscribed: false }, 'third@example.com')
    expect([await isSubscribed('new@example.com'), await isSubscribed('other@example.com')]).to.deep.equal([true, true])
    expect(await isSubscribed('third@example.com')).to.equal(false)
    await track({ subscribed: false }, 'new@example.com')
    await track({}, 'new@example.com')
    expect(await isSubscribed('new@example.com')).to.equal(false)
  })

  it('does not affect the secret key', async () => {
    await leave()
    await forbid()
    await client.post('/events/track', { email: 'left@example.com', event: 'seen', subscribed: true })
    expect(await isSubscribed()).to.equal(true)
  })

  it('applies when the opt-out and requests by the public key come at the same moment', async () => {
    await forbid()
    const email = 'raced@example.com'
    const optOut = () => client.post('/contacts', { email, subscribed: false })
    const requests = Array.from({ length: 20 }, (_, n) => (n === 10 ? optOut() : track({}, email)))
    await Promise.all(requests)
    expect(await isSubscribed(email)).to.equal(false)
  })
})
