import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { createContact, createProject, createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { IS_PRO, movesOf } from '../../support/segments.js'

const many = Array.from({ length: 501 }, (_, n) => `contact${n}@example.com`)

describe('the members of a static segment', () => {
  const { gateway, project, client } = useProject()
  const setUp = async (trackMembership = false) => {
    const segment = await createSegment({ projectId: project.id, trackMembership, slug: 'vip' })
    const path = `/segments/${segment._id}/members`
    const memberCount = () => Contact.countDocuments({ projectId: project.id, segments: segment._id })
    return { segment, path, memberCount }
  }

  describe('POST /segments/:id/members', () => {
    it('adds contacts by address, repeats and case variants once, and reports unknown addresses', async () => {
      const { segment, path, memberCount } = await setUp()
      await createContact({ projectId: project.id, email: 'ada@example.com' })
      await createContact({ projectId: project.id, email: 'bob@example.com', segments: [segment._id] })
      await createContact({ projectId: (await createProject()).id, email: 'eve@example.com' })
      const emails = ['Ada@Example.com', ' ada@example.com', 'bob@example.com', 'Eve@Example.com', 'EVE@example.com']
      expect(await client.post(path, { emails })).to.deep.include({
        status: 200,
        body: { added: 1, created: 0, alreadyMembers: 1, notFound: ['Eve@Example.com'] },
      })
      expect(await memberCount()).to.equal(2)
      expect((await client.get('/segments')).body[0].memberCount).to.equal(2)
      expect(await client.post(path, { emails: ['ada@example.com'] })).to.deep.include({
        body: { added: 0, created: 0, alreadyMembers: 1, notFound: [] },
      })
      expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
    })

    it('makes missing contacts on request, subscribed or not, and does not change existing ones', async () => {
      const { path } = await setUp()
      await createContact({ projectId: project.id, email: 'ada@example.com' })
      const emails = ['ada@example.com', 'bob@example.com', 'Bob@example.com', 'cyd@example.com']
      expect(await client.post(path, { emails, createMissing: true, subscribed: false })).to.deep.include({
        status: 200,
        body: { added: 3, created: 2, alreadyMembers: 0, notFound: [] },
      })
      const contacts = await Contact.find({ projectId: project.id }).sort({ email: 1 }).lean()
      expect(contacts.map(({ email, subscribed }) => [email, subscribed])).to.deep.equal([
        ['ada@example.com', true],
        ['bob@example.com', false],
        ['cyd@example.com', false],
      ])
      const created = await client.post(path, { emails: ['dan@example.com'], createMissing: true })
      expect(created.body).to.include({ added: 1, created: 1 })
      expect((await Contact.findOne({ projectId: project.id, email: 'dan@example.com' }).lean())?.subscribed).to.equal(
        true,
      )
    })

    it('makes and adds a contact once when many requests do so at the same moment', async () => {
      const { path } = await setUp(true)
      const emails = many.slice(0, 30)
      const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(path, { emails, createMissing: true })))
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
      const sum = (field: string) => answers.reduce((total, { body }) => total + body[field], 0)
      expect([sum('added'), sum('created'), sum('alreadyMembers')]).to.deep.equal([30, 30, 90])
      expect(await Contact.countDocuments({ projectId: project.id })).to.equal(30)
      expect(await movesOf(project.id)).to.have.length(30)
    })

    it('accepts 500 addresses in one request', async () => {
      const { path, memberCount } = await setUp()
      const { body } = await client.post(path, { emails: many.slice(1), createMissing: true })
      expect(body).to.include({ added: 500, created: 500 })
      expect(await memberCount()).to.equal(500)
    })
  })

  describe('DELETE /segments/:id/members', () => {
    it('removes members by address, and reports addresses without a contact', async () => {
      const { segment, path, memberCount } = await setUp()
      await createContact({ projectId: project.id, email: 'ada@example.com', segments: [segment._id, 'another'] })
      await createContact({ projectId: project.id, email: 'bob@example.com' })
      const emails = ['ADA@example.com', 'ada@example.com', 'bob@example.com', 'Eve@Example.com', 'eve@example.com']
      expect(await client.delete(path, { emails })).to.deep.include({
        status: 200,
        body: { removed: 1, notFound: ['Eve@Example.com'] },
      })
      expect(await memberCount()).to.equal(0)
      expect(
        (await Contact.findOne({ projectId: project.id, email: 'ada@example.com' }).lean())?.segments,
      ).to.deep.equal(['another'])
      expect((await client.get('/segments')).body[0].memberCount).to.equal(0)
    })
  })

  it('have an event each time they join or leave a tracked segment, and none for a repetition', async () => {
    const { segment, path } = await setUp(true)
    const { _id: contactId } = await createContact({ projectId: project.id, email: 'ada@example.com' })
    const body = { emails: ['ada@example.com'] }
    await client.post(path, body)
    await client.post(path, body)
    await client.delete(path, body)
    await client.delete(path, body)
    expect(await movesOf(project.id)).to.deep.equal([
      { contactId, name: 'segment.vip.entry' },
      { contactId, name: 'segment.vip.exit' },
    ])
    const events = await Event.find({ projectId: project.id }).lean()
    for (const { data } of events) {
      expect(data).to.deep.equal({ segmentId: segment._id, segmentName: segment.name })
    }
    expect(gateway.entries.map(({ id }) => id)).to.have.members(events.map(({ _id }) => _id))
  })

  it('update dependent segments if the segment is not tracked', async () => {
    const { path } = await setUp()
    const { _id: id } = await createContact({ projectId: project.id, email: 'ada@example.com' })
    await client.post(path, { emails: ['ada@example.com'] })
    expect(gateway.entries).to.deep.equal([{ kind: 'contact', projectId: project.id, id }])
  })

  it('cannot be set for a dynamic segment', async () => {
    await setUp()
    const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO, trackMembership: true })
    for (const method of ['POST', 'DELETE']) {
      const res = await client.request(method, `/segments/${_id}/members`, { emails: ['ada@example.com'] })
      expect(res).to.include({ status: 400, code: 'BAD_REQUEST' })
    }
  })

  const INVALID: [body: object, fields: string[]][] = [
    [{}, ['emails required']],
    [{ emails: [] }, ['emails too_small']],
    [{ emails: many }, ['emails too_big']],
    [{ emails: 'ada@example.com' }, ['emails invalid_type']],
    [{ emails: ['ada@example.com', 'nobody', 5] }, ['emails.1 invalid_string', 'emails.2 invalid_type']],
  ]
  it('are refused with 422 for invalid addresses, and for flags that are no booleans', async () => {
    const { path } = await setUp()
    for (const [body, faults] of INVALID) {
      for (const method of ['POST', 'DELETE']) {
        const res = await client.request(method, path, body)
        expect(res, JSON.stringify(body).slice(0, 60)).to.deep.include({ status: 422, faults })
      }
    }
    const res = await client.post(path, { emails: ['a@example.com'], createMissing: 'yes', subscribed: 1 })
    expect(res.fields).to.deep.equal(['createMissing', 'subscribed'])
  })
})
