import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { Job } from '../../../models/job.js'
import type { Step } from '../../../models/domain/workflow-graph.js'
import { only } from '../../support/conditions.js'
import { createCampaign, createSegment, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { storeEntriesOfNew } from '../../support/outbox.js'

const MARKS = ['a.b', '$set', 'two words', 'größe 😀', 'a/b', '50%', '%2E', 'a?b#c']
const STRANGE_KEYS = [...MARKS, '', '0', '_bsontype', 'data.x']

interface ListedField {
  field: string
  type: string
  isCustom: boolean
  coverage: number
}

describe('the fields of contacts', () => {
  const { gateway, project, client } = useProject()
  const { project: other, client: foreign } = useProject(gateway)
  let count = 0

  const add = async (data: object): Promise<string> => {
    count += 1
    const res = await client.post('/contacts', { email: `c${count}@example.com`, data })
    expect(res.status).to.equal(201)
    return res.body.id
  }
  const custom = async (): Promise<Record<string, [type: string, coverage: number]>> => {
    const res = await client.get('/contacts/fields')
    expect(res.status).to.equal(200)
    const own = (res.body.fields as ListedField[]).filter(({ isCustom }) => isCustom)
    return Object.fromEntries(own.map(({ field, type, coverage }) => [field, [type, coverage]]))
  }
  const pathOf = (key: string, rest = ''): string => `/contacts/fields/${encodeURIComponent(`data.${key}`)}${rest}`

  describe('GET /contacts/fields', () => {
    it('lists the fields of every contact first, then the custom ones by name, with their share of contacts', async () => {
      await add({ zeta: 1, 'b.c': 'x', since: '2026-03-02' })
      await add({ zeta: 'text', b: true, at: '2026-03-02T10:00:00Z', list: [1], deep: { a: 1 } })
      await add({})
      await add({ zeta: 2 })
      const res = await client.get('/contacts/fields')
      expect(res.status).to.equal(200)
      const row = (field: string, type: string, coverage: number, isCustom = true) => {
        return { field, type, isCustom, coverage }
      }
      expect(res.body).to.deep.equal({
        fields: [
          row('email', 'string', 1, false),
          row('subscribed', 'boolean', 1, false),
          row('createdAt', 'date', 1, false),
          row('updatedAt', 'date', 1, false),
          row('data.at', 'date', 0.25),
          row('data.b', 'boolean', 0.25),
          row('data.b.c', 'string', 0.25),
          row('data.deep', 'string', 0.25),
          row('data.list', 'string', 0.25),
          row('data.since', 'date', 0.25),
          row('data.zeta', 'number', 0.75),
        ],
        count: 11,
        isEstimate: false,
      })
    })

    it('is exact immediately and after the dispatch, through changes and deletions', async () => {
      const [first, second] = [await add({ a: 1, b: 1 }), await add({ a: 1 })]
      const expectBoth = async (expected: Record<string, [string, number]>): Promise<void> => {
        expect(await custom()).to.deep.equal(expected)
        await dispatchAll(project.id)
        expect(await custom()).to.deep.equal(expected)
      }
      await expectBoth({ 'data.a': ['number', 1], 'data.b': ['number', 0.5] })
      await client.patch(`/contacts/${first}`, { data: { a: null, c: 'x' } })
      await expectBoth({ 'data.a': ['number', 0.5], 'data.b': ['number', 0.5], 'data.c': ['string', 0.5] })
      await client.delete(`/contacts/${first}`)
      await expectBoth({ 'data.a': ['number', 1], 'data.b': ['number', 0], 'data.c': ['string', 0] })
      await client.delete(`/contacts/${second}`)
      await expectBoth({ 'data.a': ['number', 0], 'data.b': ['number', 0], 'data.c': ['string', 0] })
    })

    it('estimates the share among more than 10,000 contacts, and says so', async () => {
      const { id: projectId } = project
      const many = Array.from({ length: 10_240 }, (_, n) => {
        return { projectId, email: `${n}@example.com`, subscribed: true, data: n % 4 === 0 ? { plan: 'pro' } : {} }
      })
      const made = await Contact.insertMany(many)
      await storeEntriesOfNew(projectId, made)
      await dispatchAll(projectId)
      const { fields, isEstimate } = (await client.get('/contacts/fields')).body
      expect(isEstimate).to.equal(true)
      expect(fields.at(-1).coverage).to.be.within(0.21, 0.29)
      expect(fields[0]).to.include({ field: 'email', coverage: 1 })
      const usage = (await client.get(pathOf('plan', '/usage'))).body
      expect(usage.isEstimate).to.equal(true)
      expect(usage.contactCount).to.be.within(2_150, 2_970)
      expect((await client.get('/contacts?limit=1')).body.total).to.equal(10_240)
    })

    it('lists only the standard fields, without coverage, for a project without contacts', async () => {
      await add({ mine: 1 })
      const res = await foreign.get('/contacts/fields')
      expect(res.body.count).to.equal(4)
      expect(res.body.fields.map(({ coverage }: ListedField) => coverage)).to.deep.equal([0, 0, 0, 0])
    })

    it('agrees on one type when first values of different types come at once', async () => {
      const values = [1, 'x', true, '2026-03-02']
      await Promise.all(Array.from({ length: 20 }, (_, n) => add({ mixed: values[n % 4] })))
      const type = (await custom())['data.mixed']?.[0]
      expect(type).to.be.oneOf(['number', 'string', 'boolean', 'date'])
      await dispatchAll(project.id)
      await add({ mixed: 'later' })
      expect(await custom()).to.deep.equal({ 'data.mixed': [type, 1] })
      const stored = (await client.get(`${pathOf('mixed')}/values`)).body.values
      expect(stored).to.deep.equal([1, '2026-03-02', 'later', 'x', true])
    })
  })

  describe('GET /contacts/fields/:field/values', () => {
    const values = async (path: string) => {
      const res = await client.get(path)
      expect(res.status).to.equal(200)
      return res.body
    }

    it('lists each value once, arrays by element, sorted by type and then by value', async () => {
      const all = ['b', ['a', 10, 'b', null, ['no'], { no: 1 }], 9, true, false, 'B', '9', { no: 1 }, []]
      for (const x of all) await add({ x })
      await add({ x: 'long'.repeat(1_000), y: 'other' })
      expect(await values(pathOf('x', '/values'))).to.deep.equal({
        field: 'data.x',
        values: [9, 10, '9', 'B', 'a', 'b', false, true],
        count: 8,
        limit: 100,
        isEstimate: false,
      })
      expect(await values('/contacts/fields/x/values?limit=3')).to.deep.equal({
        field: 'x',
        values: [9, 10, '9'],
        count: 3,
        limit: 3,
        isEstimate: false,
      })
    })

    it('uses at most 200 for the limit, and 100 for an invalid one', async () => {
      await add({ x: Array.from({ length: 250 }, (_, n) => n) })
      for (const limit of ['500', '0', '-5', 'many', '']) {
        const taken = limit === '500' ? 200 : 100
        const body = await values(pathOf('x', `/values?limit=${limit}`))
        expect(body).to.include({ count: taken, limit: taken })
        expect(body.values).to.have.lengthOf(taken)
      }
    })

    it('lists no addresses and no dates of contacts, both states of a subscription, and nothing for an unknown field', async () => {
      await add({ email2: 'x' })
      expect((await values('/contacts/fields/subscribed/values')).values).to.deep.equal([true, false])
      for (const field of ['email', 'createdAt', 'updatedAt', 'data.unknown', 'unknown', 'data.email']) {
        const none = { field, values: [], count: 0, limit: 100, isEstimate: false }
        expect(await values(`/contacts/fields/${field}/values`)).to.deep.equal(none)
      }
      expect((await foreign.get('/contacts/fields/email2/values')).body.values).to.deep.equal([])
    })
  })

  describe('GET /contacts/fields/:field/usage', () => {
    it('finds segments, campaigns and workflows that refer to the field, and counts its contacts', async () => {
      const asks = (field: string) => only({ field, operator: 'exists' })
      await createSegment({ projectId: project.id, condition: asks('data.other') })
      await createSegment({ projectId: project.id, name: 'plan', condition: asks('data.planned') })
      const nested = { logic: 'OR' as const, groups: [{ filters: [], conditions: asks('data.plan.tier') }] }
      const segment = await createSegment({ projectId: project.id, condition: nested })
      const audience = { projectId: project.id, audienceCondition: asks('data.plan') }
      await createCampaign({ ...audience, audienceType: 'ALL' })
      const campaign = await createCampaign({ ...audience, audienceType: 'FILTERED' })
      const branches = [{ id: 'a', name: 'A', operator: 'equals', value: 'pro' }]
      const walked = (...steps: Step[]) => createWorkflow({ projectId: project.id, steps })
      const isPro = { operator: 'equals', value: 'pro' }
      const workflows = [
        await walked(makeStep('CONDITION', { config: { field: 'contact.data.plan', ...isPro } })),
        await walked(makeStep('CONDITION', { config: { condition: asks('data.plan') } })),
        await walked(makeStep('CONDITION', { config: { mode: 'multi', field: 'data.plan', branches } })),
        await walked(makeStep('UPDATE_CONTACT', { config: { updates: { plan: 'pro' } } })),
        await createWorkflow({ projectId: project.id, triggerConfig: { eventName: 'x', filter: asks('data.plan') } }),
      ]
      await walked(makeStep('CONDITION', { config: { field: 'event.data.plan', ...isPro } }))
      await add({ plan: 'pro' })
      await add({ planned: 1 })

      for (const field of ['data.plan', 'plan']) {
        const res = await client.get(`/contacts/fields/${field}/usage`)
        expect(res.status).to.equal(200)
        const { usedInWorkflows, ...rest } = res.body
        expect(rest).to.deep.equal({
          usedInSegments: [{ id: segment._id, name: segment.name }],
          usedInCampaigns: [{ id: campaign._id, name: campaign.name }],
          contactCount: 1,
          isEstimate: false,
        })
        expect(usedInWorkflows).to.have.deep.members(workflows.map(({ _id: id, name }) => ({ id, name })))
      }
    })

    it('counts every contact for a standard field, and nothing of another project', async () => {
      const segment = await createSegment({
        projectId: project.id,
        condition: only({ field: 'email', operator: 'contains', value: 'x' }),
      })
      await add({})
      const res = await client.get('/contacts/fields/email/usage')
      expect(res.body.usedInSegments).to.deep.equal([{ id: segment._id, name: segment.name }])
      expect(res.body.contactCount).to.equal(1)
      const uses = { usedInSegments: [], usedInCampaigns: [], usedInWorkflows: [] }
      const nothing = { ...uses, contactCount: 0, isEstimate: false }
      expect((await foreign.get('/contacts/fields/email/usage')).body).to.deep.equal(nothing)
      expect((await client.get('/contacts/fields/data.email/usage')).body).to.deep.equal(nothing)
    })
  })

  describe('DELETE /contacts/fields/:field', () => {
    it('removes the field from every contact, and from the fields of the project', async () => {
      const [first] = [await add({ gone: 1, kept: 1 }), await add({ gone: 'x' }), await add({ kept: 2 })]
      expect(await client.delete(pathOf('gone'))).to.deep.include({
        status: 200,
        body: { deletedFrom: 2, isEstimate: false },
      })
      expect(await custom()).to.deep.equal({ 'data.kept': ['number', 2 / 3] })
      expect((await client.get(`/contacts/${first}`)).body.data).to.deep.equal({ kept: 1 })
      expect((await client.get(pathOf('gone', '/values'))).body.values).to.deep.equal([])
      await dispatchAll(project.id)
      expect(await custom()).to.deep.equal({ 'data.kept': ['number', 2 / 3] })
      expect((await client.delete('/contacts/fields/gone')).body).to.deep.equal({ deletedFrom: 0, isEstimate: false })
    })

    it('infers the type again from the next value', async () => {
      await add({ x: 1 })
      await client.delete('/contacts/fields/x')
      await add({ x: 'text' })
      expect(await custom()).to.deep.equal({ 'data.x': ['string', 0.5] })
      await dispatchAll(project.id)
      expect(await custom()).to.deep.equal({ 'data.x': ['string', 0.5] })
    })

    it('answers 400 for a field that every contact has', async () => {
      for (const field of ['email', 'subscribed', 'createdAt', 'updatedAt'])
        expect(await client.delete(`/contacts/fields/${field}`)).to.include({ status: 400, code: 'BAD_REQUEST' })
    })

    it('treats every key literally: it is listed, has values and is deleted alone', async () => {
      const left: Record<string, unknown> = { a: { b: 1 }, other: 1 }
      for (const key of STRANGE_KEYS) left[key] = 'v'
      const id = await add(left)
      for (const key of STRANGE_KEYS) {
        expect(Object.keys(await custom())).to.have.members(Object.keys(left).map((each) => `data.${each}`))
        expect((await client.get(pathOf(key, '/values'))).body).to.deep.include({ field: `data.${key}`, values: ['v'] })
        expect((await client.get(pathOf(key, '/usage'))).body.contactCount).to.equal(1)
        expect((await client.delete(pathOf(key))).body, key).to.deep.equal({ deletedFrom: 1, isEstimate: false })
        delete left[key]
        expect((await client.get(`/contacts/${id}`)).body.data).to.deep.equal(left)
      }
    })

    it('answers 0 for an unknown field and for one of another project, and starts nothing', async () => {
      const id = await add({ mine: 1 })
      expect((await client.delete('/contacts/fields/unknown')).body).to.deep.equal({
        deletedFrom: 0,
        isEstimate: false,
      })
      expect((await foreign.delete('/contacts/fields/mine')).body).to.deep.equal({ deletedFrom: 0, isEstimate: false })
      expect((await client.get(`/contacts/${id}`)).body.data).to.deep.equal({ mine: 1 })
      expect(await Job.countDocuments({ projectId: { $in: [project.id, other.id] } })).to.equal(0)
    })
  })
})
