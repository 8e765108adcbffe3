import { expect } from 'chai'
import { Campaign, Contact, Segment } from '../../../support/models.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { UNKNOWN_ID } from '../../../support/endpoint-calls.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { MESSAGE_FAULTS } from '../../../support/message-faults.js'
import { useProject } from '../../../support/project.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'

const DRAFT = {
  name: 'Spring',
  subject: 'Hello {{ name ?? there }}',
  body: '<p>Hello</p>',
  from: 'News@Example.com',
  audienceType: 'ALL',
}
const AUDIENCE = { audienceType: 'FILTERED', audienceCondition: IS_PRO }
const memberOf = (id: string) => only({ field: `segment.${id}`, operator: 'memberOfSegment' })

describe('POST /campaigns', () => {
  const { gateway, project, client } = useProject()

  const estimateFor = async (fields: object): Promise<number> => {
    const res = await client.post('/campaigns', { ...DRAFT, ...fields })
    expect(res.status, JSON.stringify(res.body)).to.equal(201)
    return res.body.data.totalRecipients
  }

  it('stores a draft with defaults, and starts nothing', async () => {
    const res = await client.post('/campaigns', { ...DRAFT, status: 'SENT', sentCount: 5, unknown: 1 })
    expect(res.status).to.equal(201)
    expect(res.body.success).to.equal(true)
    const { id, createdAt, updatedAt, ...rest } = res.body.data
    const empty = {
      description: null,
      fromName: null,
      replyTo: null,
      segmentId: null,
      audienceCondition: null,
      utm: null,
    }
    const never = { scheduledFor: null, sentAt: null, pausedAt: null, pausedReason: null, pausedFigures: null }
    const read = { totalRecipients: 0, sentCount: 0, deliveredCount: 0, openedCount: 0, clickedCount: 0 }
    const lost = { bouncedCount: 0, complainedCount: 0, unsubscribedCount: 0, failedCount: 0, skippedCount: 0 }
    const own = { projectId: project.id, archived: false, from: 'News@example.com', type: 'MARKETING', status: 'DRAFT' }
    const ofHtml = { editor: 'html', design: null, mjml: null, previousDesign: null }
    expect(rest).to.deep.equal({ ...DRAFT, ...own, ...ofHtml, ...empty, ...never, ...read, ...lost })
    expect(Date.parse(createdAt)).to.equal(Date.parse(updatedAt))
    expect((await client.get(`/campaigns/${id}`)).body).to.deep.equal(res.body)
    expect(gateway.entries).to.deep.equal([])
  })

  it('keeps every field, and accepts its own answer as a body', async () => {
    const sender = { from: 'news@example.com', fromName: 'Ada at Acme', replyTo: 'help@example.com' }
    const all = { ...DRAFT, ...sender, description: 'For everyone on a plan', type: 'HEADLESS', ...AUDIENCE }
    const res = await client.post('/campaigns', all)
    expect(res.status).to.equal(201)
    expect(res.body.data).to.deep.include(all)
    expect((await client.post('/campaigns', res.body.data)).body.data).to.deep.include(all)
  })

  it('stores only the fields of an audience that its type uses', async () => {
    const { _id: segmentId } = await createSegment({ projectId: project.id })
    const both = { segmentId, audienceCondition: IS_PRO }
    const none = { segmentId: null, audienceCondition: null }
    const kept = { ALL: none, SEGMENT: { ...none, segmentId }, FILTERED: { ...none, audienceCondition: IS_PRO } }
    for (const [audienceType, audience] of Object.entries(kept)) {
      const res = await client.post('/campaigns', { ...DRAFT, audienceType, ...both })
      expect(res.body.data, audienceType).to.deep.include(audience)
    }
  })

  it('leaves the audience open where none is chosen, and sends to nobody until one is', async () => {
    await createContact({ projectId: project.id })
    const { id, ...draft } = (await client.post('/campaigns', { ...DRAFT, audienceType: null })).body.data
    expect(draft).to.include({ audienceType: null, totalRecipients: 0 })
    const refused = await client.post(`/campaigns/${id}/send`, {})
    expect(refused).to.deep.include({ status: 422, code: 'VALIDATION_ERROR', fields: ['audienceType'] })
    await client.put(`/campaigns/${id}`, { audienceType: 'ALL' })
    expect((await client.post(`/campaigns/${id}/send`, {})).status).to.equal(200)
  })

  describe('totalRecipients', () => {
    it('is the number of subscribed contacts, or of all contacts for transactional mail', async () => {
      await createContact({ projectId: project.id })
      await createContact({ projectId: project.id, subscribed: false })
      await createContact({ projectId: (await createProject()).id })
      expect(await estimateFor({})).to.equal(1)
      expect(await estimateFor({ type: 'HEADLESS' })).to.equal(1)
      expect(await estimateFor({ type: 'TRANSACTIONAL' })).to.equal(2)
    })

    it('is the number of members of a segment, static, tracked or not', async () => {
      const contacts = await createContactsOn(project.id, ['pro', 'pro', 'free'])
      await Contact.updateOne({ _id: contacts[0]?._id }, { subscribed: false })
      const fixed = await createSegment({ projectId: project.id })
      const tracked = await createSegment({ projectId: project.id, condition: IS_PRO, trackMembership: true })
      const dynamic = await createSegment({ projectId: project.id, condition: IS_PRO })
      await Contact.updateMany({ projectId: project.id }, { $set: { segments: [fixed._id] } })
      await Contact.updateMany({ projectId: project.id, 'data.plan': 'pro' }, { $push: { segments: tracked._id } })
      const sizes = async (segmentId: string) => [
        await estimateFor({ audienceType: 'SEGMENT', segmentId }),
        await estimateFor({ audienceType: 'SEGMENT', segmentId, type: 'TRANSACTIONAL' }),
      ]
      expect(await sizes(fixed._id)).to.deep.equal([2, 3])
      expect(await sizes(tracked._id)).to.deep.equal([1, 2])
      expect(await sizes(dynamic._id)).to.deep.equal([1, 2])
    })

    it('is the number of contacts that match the condition, and the segments it refers to', async () => {
      const contacts = await createContactsOn(project.id, ['pro', 'pro', 'free', 'free'])
      await Contact.updateOne({ _id: contacts[0]?._id }, { subscribed: false })
      const condition = only({ field: 'data.plan', operator: 'equals', value: 'free' })
      const free = await createSegment({ projectId: project.id, condition })
      const of = (audienceCondition: ConditionTree) => estimateFor({ audienceType: 'FILTERED', audienceCondition })
      expect(await of(IS_PRO)).to.equal(1)
      expect(await of(memberOf(free._id))).to.equal(2)
    })
  })

  const FILTERS = 'audienceCondition.groups.0.filters'
  const unknown = only({ field: 'data.plan', operator: 'is' as 'equals', value: 1 })
  const INVALID: [body: object, field: string, code: string][] = [
    [{ name: undefined }, 'name', 'required'],
    [{ subject: undefined }, 'subject', 'required'],
    [{ body: undefined }, 'body', 'required'],
    [{ from: undefined }, 'from', 'required'],
    [{ audienceType: undefined }, 'audienceType', 'required'],
    [{ audienceType: 'SOME' }, 'audienceType', 'invalid_enum_value'],
    [{ audienceType: 'SEGMENT' }, 'segmentId', 'required'],
    [{ audienceType: 'SEGMENT', segmentId: null, audienceCondition: IS_PRO }, 'segmentId', 'required'],
    [{ audienceType: 'SEGMENT', segmentId: 'x' }, 'segmentId', 'invalid_string'],
    [{ audienceType: 'FILTERED' }, 'audienceCondition', 'required'],
    [{ audienceType: 'FILTERED', audienceCondition: null, segmentId: UNKNOWN_ID }, 'audienceCondition', 'required'],
    [{ audienceType: 'FILTERED', audienceCondition: [] }, 'audienceCondition', 'invalid_type'],
    [{ ...AUDIENCE, audienceCondition: { logic: 'AND', groups: [{}] } }, 'audienceCondition.groups.0', 'too_small'],
    [{ ...AUDIENCE, audienceCondition: unknown }, `${FILTERS}.0.operator`, 'invalid_enum_value'],
  ]
  it('answers 422 on the invalid field, and stores nothing', async () => {
    for (const [body, field, code] of [...MESSAGE_FAULTS, ...INVALID]) {
      const res = await client.post('/campaigns', { ...DRAFT, ...body })
      expect(res, JSON.stringify(res.body)).to.deep.include({ status: 422, faults: [`${field} ${code}`] })
    }
    expect(await Campaign.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('accepts a body of 2 MB, of a PUT too, and stores it whole', async () => {
    const bodyOf = (letter: string) => `<p>${letter.repeat(2 * 1024 * 1024 - 7)}</p>`
    const { id } = (await client.post('/campaigns', { ...DRAFT, body: bodyOf('x') })).body.data
    const isStored = async (body: string) => (await client.get(`/campaigns/${id}`)).body.data.body === body
    expect(await isStored(bodyOf('x'))).to.equal(true)
    expect((await client.put(`/campaigns/${id}`, { body: bodyOf('y') })).status).to.equal(200)
    expect(await isStored(bodyOf('y'))).to.equal(true)
  })

  it('names every invalid field at once, also a missing segment and the place of wrong Liquid', async () => {
    const faults = { name: undefined, from: 'x', subject: 'a\nb', audienceType: 'SEGMENT' }
    const res = await client.post('/campaigns', { ...DRAFT, ...faults })
    expect(res.status).to.equal(422)
    expect(res.fields).to.have.members(['name', 'from', 'subject', 'segmentId'])
    const { body } = await client.post('/campaigns', { ...DRAFT, body: '<p>\n{% if %}</p>' })
    expect(body.error.errors[0]).to.include({ field: 'body', code: 'liquid_syntax', line: 2, column: 6 })
  })

  it('answers 403 with the documented code for a sender whose domain is not verified', async () => {
    const { status, body } = await client.post('/campaigns', { ...DRAFT, from: 'a@unverified.org' })
    expect(status).to.equal(403)
    expect(body.error.code).to.equal('INTERNAL_SERVER_ERROR')
    expect(body.error.details).to.deep.equal({ reason: 'DOMAIN_NOT_VERIFIED', domain: 'unverified.org' })
  })

  it('either prevents the deletion of its segment at the same moment, as a PUT does, or is refused', async () => {
    const { id } = (await client.post('/campaigns', DRAFT)).body.data
    for (let round = 0; round < 12; round += 1) {
      const { _id: segmentId } = await createSegment({ projectId: project.id })
      const bySegment = { audienceType: 'SEGMENT', segmentId }
      const byCondition = { audienceType: 'FILTERED', audienceCondition: memberOf(segmentId) }
      const [success, refused, refer] = [
        [201, 404, () => client.post('/campaigns', { ...DRAFT, ...bySegment })] as const,
        [201, 422, () => client.post('/campaigns', { ...DRAFT, ...byCondition })] as const,
        [200, 404, () => client.put(`/campaigns/${id}`, bySegment)] as const,
      ][round % 3]!
      const [referred, deleted] = await Promise.all([refer(), client.delete(`/segments/${segmentId}`)])
      const isThere = (await Segment.exists({ _id: segmentId })) !== null
      expect([referred.status, deleted.status]).to.deep.equal(isThere ? [success, 409] : [refused, 204])
    }
  })
})
