import { expect } from 'chai'
import { Segment } from '../../../models/segment.js'
import { only } from '../../support/conditions.js'
import { createCampaign, createContact, createProject, createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createContactsOn, IS_PRO } from '../../support/segments.js'

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const memberOf = (id: string) => only({ field: `segment.${id}`, operator: 'memberOfSegment' })

describe('segments', () => {
  const { gateway, project, client } = useProject()

  describe('POST /segments', () => {
    it('creates a dynamic segment and counts its members', async () => {
      await createContactsOn(project.id, ['pro', 'free', 'pro'])
      const res = await client.post('/segments', { name: ' Power users ', condition: IS_PRO, unknown: 1 })
      expect(res.status, JSON.stringify(res.body)).to.equal(201)
      const { id, createdAt, updatedAt, countedAt, ...rest } = res.body
      expect([createdAt, updatedAt, countedAt].every((date) => ISO.test(date))).to.equal(true)
      const named = { name: 'Power users', slug: 'power-users', description: null, projectId: project.id }
      const counted = { trackMembership: false, memberCount: 2, exact: true, lastComputedAt: null }
      expect(rest).to.deep.equal({ ...named, type: 'DYNAMIC', condition: IS_PRO, ...counted })
      const { body } = await client.get(`/segments/${id}`)
      expect(body).to.deep.equal({ ...res.body, countedAt: body.countedAt })
      expect(gateway.entries).to.deep.equal([])
    })

    it('creates a static segment, and ignores a condition', async () => {
      for (const condition of [undefined, 'nonsense', { logic: 'XOR' }, IS_PRO]) {
        const res = await client.post('/segments', { name: 'A', type: 'STATIC', description: 'By hand', condition })
        expect(res.status, JSON.stringify(res.body)).to.equal(201)
        expect(res.body).to.include({ type: 'STATIC', condition: null, memberCount: 0, description: 'By hand' })
      }
    })

    it('answers 400 with the plain message when name or condition is missing, or the condition is no object', async () => {
      const missing = (fields: string) => ({ status: 400, body: { error: `Missing required ${fields}` } })
      for (const condition of [undefined, null, 'x', 5, [], true]) {
        expect(await client.post('/segments', { name: 'A', condition })).to.deep.include(missing('field: condition'))
      }
      expect(await client.post('/segments', { condition: IS_PRO })).to.deep.include(missing('field: name'))
      expect(await client.post('/segments', {})).to.deep.include(missing('fields: name, condition'))
      expect(await Segment.countDocuments({ projectId: project.id })).to.equal(0)
    })

    const FILTERS = 'condition.groups.0.filters'
    const filter = { field: 'data.plan', operator: 'equals', value: 'pro' }
    const tree = (filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] })
    it('answers 422 with the invalid fields, and stores nothing', async () => {
      const unfinished = tree([{ field: 'email', operator: 'equals' }])
      const invalid: [body: object, ...faults: string[]][] = [
        [{ name: ' ' }, 'name too_small'],
        [{ name: 'x'.repeat(101) }, 'name too_big'],
        [{ description: 'x'.repeat(501) }, 'description too_big'],
        [{ type: 'OTHER' }, 'type invalid_enum_value'],
        [{ trackMembership: 'yes' }, 'trackMembership invalid_type'],
        [{ condition: { logic: 'AND', groups: [] } }, 'condition.groups too_small'],
        [{ condition: tree([filter, { ...filter, operator: 'is' }]) }, `${FILTERS}.1.operator invalid_enum_value`],
        [{ name: 5, condition: unfinished }, 'name invalid_type', `${FILTERS}.0.value required`],
      ]
      for (const [body, ...faults] of invalid) {
        const res = await client.post('/segments', { name: 'A', condition: IS_PRO, ...body })
        expect(res, JSON.stringify(res.body)).to.deep.include({ status: 422, faults })
      }
      expect(await Segment.countDocuments({ projectId: project.id })).to.equal(0)
    })

    it('gives each of several segments of one name its own slug, also at the same moment', async () => {
      const create = () => client.post('/segments', { name: 'VIP!', type: 'STATIC' })
      const created = [...(await Promise.all([create(), create(), create(), create()])), await create()]
      const slugs = created.map(({ body }) => body.slug)
      expect(slugs).to.have.members(['vip', 'vip-2', 'vip-3', 'vip-4', 'vip-5'])
      const other = gateway.as((await createProject()).secretKey)
      expect((await other.post('/segments', { name: 'vip', type: 'STATIC' })).body.slug).to.equal('vip')
    })
  })

  describe('GET /segments', () => {
    it('lists all segments of the project as a bare array, newest first', async () => {
      await createSegment({ projectId: (await createProject()).id })
      const first = await createSegment({ projectId: project.id, createdAt: new Date('2026-01-01') })
      const later = { createdAt: new Date('2026-01-02'), condition: IS_PRO }
      const second = await createSegment({ projectId: project.id, ...later })
      const { status, body } = await client.get('/segments')
      expect(status).to.equal(200)
      expect(body.map(({ id }: { id: string }) => id)).to.deep.equal([second._id, first._id])
      expect(body[0]).to.include({ memberCount: 0, exact: false, countedAt: null })
      const counted = (await client.get(`/segments/${second._id}`)).body
      expect((await client.get('/segments')).body[0]).to.deep.equal(counted)
    })
  })

  describe('DELETE /segments/:id', () => {
    it('deletes the segment and leaves its contacts', async () => {
      const { _id } = await createSegment({ projectId: project.id })
      const contact = await createContact({ projectId: project.id, segments: [_id] })
      expect((await client.delete(`/segments/${_id}`)).status).to.equal(204)
      expect((await client.get(`/segments/${_id}`)).status).to.equal(404)
      expect((await client.get(`/contacts/${contact._id}`)).status).to.equal(200)
      expect(gateway.entries).to.deep.equal([])
    })

    it('answers 409 while an unfinished campaign uses it, by id or by condition', async () => {
      const { _id } = await createSegment({ projectId: project.id })
      const uses = { audienceType: 'SEGMENT', segmentId: _id } as const
      const draft = await createCampaign({ projectId: project.id, ...uses })
      const filtered = { audienceType: 'FILTERED', audienceCondition: memberOf(_id) } as const
      const sending = await createCampaign({ projectId: project.id, status: 'SENDING', ...filtered })
      await createCampaign({ projectId: project.id, ...uses, status: 'SENT' })
      await createCampaign({ projectId: project.id, ...uses, status: 'CANCELLED' })
      await createCampaign({ projectId: project.id })
      await createCampaign({ projectId: (await createProject()).id, ...uses })
      const res = await client.delete(`/segments/${_id}`)
      expect(res).to.include({ status: 409, code: 'CONFLICT' })
      const users = [draft, sending].map(({ _id: id, name }) => ({ id, name }))
      expect(res.body.error.details.campaigns).to.have.deep.members(users)
      expect((await client.get(`/segments/${_id}`)).status).to.equal(200)
    })
  })

  describe('GET /segments/:id/contacts', () => {
    it('lists the contacts that match the condition now, newest first, page by page', async () => {
      const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO })
      const [first, , second, third] = await createContactsOn(project.id, ['pro', 'free', 'pro', 'pro'])
      const page = (query: string) => client.get(`/segments/${_id}/contacts?${query}`)
      const one = await page('pageSize=2')
      expect(one.body).to.deep.include({ page: 1, pageSize: 2, total: 3, totalPages: 2 })
      expect(one.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([third?._id, second?._id])
      const { suppression, optedOut, ...last } = (await client.get(`/contacts/${first?._id}`)).body
      expect({ suppression, optedOut }).to.deep.equal({ suppression: null, optedOut: false })
      expect((await page('pageSize=2&page=2')).body.data).to.deep.equal([last])
      expect((await page('pageSize=500')).body.pageSize).to.equal(100)
      expect((await page('page=0')).status).to.equal(400)
    })

    it('lists the members of a static segment, newest first', async () => {
      const { _id } = await createSegment({ projectId: project.id })
      const first = await createContact({ projectId: project.id, segments: [_id] })
      await createContact({ projectId: project.id })
      const last = await createContact({ projectId: project.id, segments: [_id] })
      const { body } = await client.get(`/segments/${_id}/contacts`)
      expect(body.total).to.equal(2)
      expect(body.data.map(({ id }: { id: string }) => id)).to.deep.equal([last._id, first._id])
    })
  })

  it('GET /segments/:id and POST /segments/:id/refresh count the members again for the list, and move no contact', async () => {
    const { _id } = await createSegment({ projectId: project.id, condition: IS_PRO })
    const listed = async () => (await client.get('/segments')).body[0].memberCount
    await createContactsOn(project.id, ['pro', 'free'])
    expect(await listed()).to.equal(0)
    expect((await client.get(`/segments/${_id}`)).body.memberCount).to.equal(1)
    expect(await listed()).to.equal(1)
    await createContactsOn(project.id, ['pro'])
    const refreshed = await client.post(`/segments/${_id}/refresh`)
    expect(refreshed.body, JSON.stringify(refreshed)).to.include({ memberCount: 2, exact: true })
    expect(await listed()).to.equal(2)
    expect(gateway.entries).to.deep.equal([])
  })
})
