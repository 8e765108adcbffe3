import { expect } from 'chai'
import { canWalkMembers } from '../../../commands/audience/segments/walk-members.js'
import { findSegment } from '../../../commands/audience/segments/find-segment.js'
import { liveMembers } from '../../../commands/audience/segments/count-members.js'
import { storedMembers } from '../../../commands/audience/segments/stored-members.js'
import { recipientBatches } from '../../../commands/sending/campaigns/recipient-batches.js'
import { registerFields } from '../../../commands/base/records/known-fields.js'
import { Contact } from '../../../models/contact.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Outbox } from '../../../models/outbox-entry.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { finishBegun } from '../../commands/base/jobs/finish-begun.js'
import { only, storeContacts } from '../../support/conditions.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { createCampaign, createSegment } from '../../support/factories.js'
import { dispatchContacts } from '../../support/outbox.js'
import { operationsOf } from '../../support/profiled.js'
import { useProject } from '../../support/project.js'
import { IS_PRO, movesOf } from '../../support/segments.js'

const CONTACTS = 120
const PROS = 60
const PAGE = 20
const IS_FREE = only({ field: 'data.plan', operator: 'equals', value: 'free' })

describe('segments of a large project', () => {
  const { project, client } = useProject()
  let ids: string[]

  beforeEach(async () => {
    await registerFields(project.id, { plan: 'pro' })
    const plans = Array.from({ length: CONTACTS }, (_, n) => ({ data: { plan: n < PROS ? 'pro' : 'free' } }))
    ids = await storeContacts(project.id, plans)
    // The counter alone says how large a project is.
    await ContactCount.create({ _id: project.id, projectId: project.id, contacts: 10_001, subscribed: 10_001 })
  })

  const create = async (fields: object = {}): Promise<string> => {
    const { status, body } = await client.post('/segments', { name: 'Pro', condition: IS_PRO, ...fields })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.id
  }
  const created = async (fields: object = {}): Promise<string> => {
    const id = await create(fields)
    await finishBegun(project.id)
    return id
  }
  const numberOf = async (id: string) => {
    const { memberCount, exact } = (await client.get(`/segments/${id}`)).body
    return { memberCount, exact }
  }
  const change = (n: number, plan: string) => client.patch(`/contacts/${ids[n]}`, { data: { plan } })
  /** How many contacts the database read for some requests. */
  const readFor = async (work: () => Promise<unknown>): Promise<number> => {
    const operations = await operationsOf('contacts', work)
    return operations.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)
  }
  const membersIn = (id: string) => Contact.countDocuments(storedMembers({ _id: id, projectId: project.id }))

  for (const trackMembership of [true, false]) {
    const which = trackMembership ? 'a tracked segment' : 'an untracked segment'

    it(`answers the creation of ${which} without reading contacts, and its size once a job has computed it`, async () => {
      let id = ''
      expect(await readFor(async () => void (id = await create({ trackMembership })))).to.equal(0)
      expect(await readFor(() => numberOf(id))).to.equal(0)
      expect(await numberOf(id)).to.deep.equal({ memberCount: 0, exact: false })
      await finishBegun(project.id)
      expect(await readFor(() => numberOf(id))).to.equal(0)
      expect(await numberOf(id)).to.deep.equal({ memberCount: PROS, exact: true })
      expect(await movesOf(project.id)).to.deep.equal([])
    })

    it(`lists the members of ${which} in the order of all lists, and reads no more than the page`, async () => {
      const id = await created({ trackMembership })
      for (const page of [1, 3]) {
        const path = `/segments/${id}/contacts?page=${page}&pageSize=${PAGE}`
        const { body } = await client.get(path)
        expect(body).to.include({ total: PROS, totalPages: PROS / PAGE })
        const expected = ids.slice(0, PROS).toReversed()
        const onPage = expected.slice((page - 1) * PAGE, page * PAGE)
        expect(body.data.map((contact: { id: string }) => contact.id)).to.deep.equal(onPage)
        expect(await readFor(() => client.get(path))).to.equal(PAGE)
      }
    })

    it(`keeps the size of ${which} by changes, each counted once however often it is dispatched`, async () => {
      const id = await created({ trackMembership })
      await change(PROS, 'pro')
      await change(0, 'free')
      await change(1, 'free')
      const waiting = (await Outbox.find({ projectId: project.id, kind: 'contact' }).lean()).flatMap(
        (entry) => entry.ids,
      )
      // Two processes dispatch the changes, and die before they complete them.
      await Promise.all([dispatchContacts(waiting), dispatchContacts(waiting)])
      expect(await numberOf(id)).to.deep.equal({ memberCount: PROS - 1, exact: true })
      await dispatchAll(project.id)
      expect(await numberOf(id)).to.deep.equal({ memberCount: PROS - 1, exact: true })
      expect(await membersIn(id)).to.equal(PROS - 1)
      expect(await movesOf(project.id)).to.have.length(trackMembership ? 3 : 0)
      await client.delete(`/contacts/${ids[2]}`)
      expect(await numberOf(id)).to.deep.equal({ memberCount: PROS - 2, exact: true })
      expect((await client.post(`/segments/${id}/refresh`)).body).to.include({ memberCount: PROS - 2, exact: true })
    })
  }

  it('lists newest contacts by the condition, and says that the number is not exact, while members are computed', async () => {
    const id = await created()
    expect((await client.patch(`/segments/${id}`, { condition: IS_FREE })).body).to.include({
      exact: false,
      countedAt: null,
    })
    const { body } = await client.get(`/segments/${id}/contacts?pageSize=1`)
    expect(body.data.map((contact: { id: string }) => contact.id)).to.deep.equal([ids.at(-1)])
    expect((await client.post(`/segments/${id}/refresh`)).body).to.include({ exact: false })
    await finishBegun(project.id)
    expect(await numberOf(id)).to.deep.equal({ memberCount: CONTACTS - PROS, exact: true })
    expect(await membersIn(id)).to.equal(CONTACTS - PROS)
  })

  it('records events from the moment that tracking is turned on, and keeps the members when it is turned off', async () => {
    const id = await created()
    await change(0, 'free')
    const turn = (trackMembership: boolean) => client.patch(`/segments/${id}`, { trackMembership })
    expect((await turn(true)).body).to.include({ memberCount: PROS - 1, exact: true })
    await change(1, 'free')
    await dispatchAll(project.id)
    const exit = { contactId: ids[1], name: 'segment.pro.exit' }
    expect(await movesOf(project.id)).to.deep.equal([exit])
    await turn(false)
    await finishBegun(project.id)
    await change(2, 'free')
    await dispatchAll(project.id)
    expect(await movesOf(project.id)).to.deep.equal([exit])
    expect(await numberOf(id)).to.deep.equal({ memberCount: PROS - 3, exact: true })
    expect(await membersIn(id)).to.equal(PROS - 3)
  })

  it('counts the audience of a segment from its stored members', async () => {
    const segmentId = await created()
    const { _id } = await createCampaign({ projectId: project.id, audienceType: 'SEGMENT', segmentId })
    await client.patch(`/contacts/${ids[0]}`, { subscribed: false })
    const counted = { total: PROS, eligible: PROS - 1, unsubscribed: 1, suppressed: 0, exact: true }
    const audience = () => client.get(`/campaigns/${_id}/audience`)
    expect((await audience()).body.data).to.deep.equal(counted)
    expect(await readFor(audience)).to.equal(PROS)
    const { body } = await client.post('/audiences/count', { segmentId })
    expect(body).to.deep.include(counted)
    expect(body.sample).to.have.length(10)
  })

  it('takes the total of a segment of more than 10,000 members from its stored number, and the shares from some of them', async () => {
    const segmentId = await created({ condition: IS_FREE })
    await Segment.updateOne({ _id: segmentId, projectId: project.id }, { memberCount: 12_000 })
    const left = ids.filter((_, n) => n % 3 === 0)
    await Contact.updateMany({ _id: { $in: left }, projectId: project.id }, { subscribed: false })
    const { body } = await client.post('/audiences/count', { segmentId })
    expect(body).to.include({ total: 12_000, exact: false })
    expect(body.unsubscribed).to.be.within(3_000, 5_000)
    expect(body.eligible).to.be.within(7_000, 9_000)
  })

  it('freezes a campaign to a segment by reading its members alone', async () => {
    const segmentId = await created()
    const campaign = await createCampaign({ projectId: project.id, audienceType: 'SEGMENT', segmentId })
    const frozen: string[] = []
    const freeze = async () => {
      const all = { after: null, last: ids.at(-1) ?? '' }
      for await (const { contactIds } of recipientBatches(campaign, all)) frozen.push(...contactIds)
    }
    expect(await readFor(freeze)).to.equal(PROS)
    expect(frozen).to.deep.equal(ids.slice(0, PROS))
  })

  it('shows readers of all members a change that is stored and not dispatched yet', async () => {
    const id = await created()
    await change(PROS, 'pro')
    await change(0, 'free')
    const segment = await findSegment({ projectId: project.id, segmentId: id })
    expect(await canWalkMembers(segment)).to.equal(true)
    const walked: OwnedQuery = { $and: [storedMembers(segment), await liveMembers(segment)] }
    const found = await Contact.find(walked, { _id: 1 }).sort({ _id: 1 }).lean()
    expect(found.map(({ _id }) => _id)).to.deep.equal(ids.slice(1, PROS + 1))
  })

  it('lets nobody rely on the stored members while they are computed, or where time alone changes them', async () => {
    const canWalk = async (segmentId: string) => canWalkMembers(await findSegment({ projectId: project.id, segmentId }))
    const id = await create()
    expect(await canWalk(id)).to.equal(false)
    await finishBegun(project.id)
    expect(await canWalk(id)).to.equal(true)
    const isNew = only({ field: 'createdAt', operator: 'within', value: 7, unit: 'days' })
    expect(await canWalk(await created({ condition: isNew }))).to.equal(false)
    expect(await canWalk((await createSegment({ projectId: project.id }))._id)).to.equal(true)
  })
})
