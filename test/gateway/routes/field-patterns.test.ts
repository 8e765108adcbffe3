import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { only } from '../../support/conditions.js'
import { createCampaign, createSegment, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { useProject } from '../../support/project.js'
import { dispatchAll } from '../../support/dispatch-all.js'

describe('DELETE /contacts/fields', () => {
  const { gateway, project, client } = useProject()
  const { client: foreign } = useProject(gateway)

  const junk = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`junk${n}`, n]))
  const add = (email: string, data: object, by = client) => by.post('/contacts', { email, data })
  const ask = (query: string) => client.delete(`/contacts/fields?${query}`)
  const custom = async (by = client): Promise<string[]> => {
    const { body } = await by.get('/contacts/fields')
    return body.fields
      .filter(({ isCustom }: { isCustom: boolean }) => isCustom)
      .map(({ field }: { field: string }) => field)
  }

  it('deletes the matching fields from every contact, and keeps the others', async () => {
    await add('a@example.com', { ...junk(60), plan: 'pro' })
    await add('b@example.com', { junk1: 'x', 'a.junk': 1 })
    await add('c@example.com', { plan: 'free' })
    await add('foreign@example.com', { junk1: 1 }, foreign)
    await dispatchAll(project.id)
    const names = Object.keys(junk(60)).map((key) => `data.${key}`)
    expect(await ask('pattern=junk*')).to.deep.include({
      status: 200,
      body: { dryRun: false, count: 60, fields: names.toSorted(), used: [] },
    })
    expect(await custom()).to.deep.equal(['data.a.junk', 'data.plan'])
    expect(await custom(foreign)).to.deep.equal(['data.junk1'])
    const kept = await Contact.find({ projectId: project.id }).sort({ _id: 1 }).lean()
    expect(kept.map(({ data }) => Object.values(data))).to.deep.equal([['pro'], [1], ['free']])
    await dispatchAll(project.id)
    expect(await custom()).to.deep.equal(['data.a.junk', 'data.plan'])
  })

  it('makes room for as many new fields, whose types are inferred again', async () => {
    await add('a@example.com', junk(3))
    await ask('pattern=data.junk*')
    await add('a@example.com', { junk1: 'text' })
    await dispatchAll(project.id)
    const { body } = await client.get('/contacts/fields')
    expect(body.fields.at(-1)).to.deep.include({ field: 'data.junk1', type: 'string', coverage: 1 })
    expect(await custom()).to.deep.equal(['data.junk1'])
  })

  it('deletes nothing in a dry run, and lists the fields', async () => {
    await add('a@example.com', junk(2))
    const answer = await ask('pattern=*1&dryRun=true')
    expect(answer.body).to.deep.equal({ dryRun: true, count: 1, fields: ['data.junk1'], used: [] })
    expect(await custom()).to.deep.equal(['data.junk0', 'data.junk1'])
    expect((await ask('pattern=none*')).body).to.deep.include({ count: 0, fields: [] })
  })

  it('keeps the fields that segments, campaigns and workflows refer to, and names them', async () => {
    await add('a@example.com', junk(6))
    const has = (n: number) => only({ field: `data.junk${n}`, operator: 'exists' })
    const projectId = project.id
    await createSegment({ projectId, condition: has(0) })
    await createCampaign({ projectId, audienceType: 'FILTERED', audienceCondition: has(1) })
    const steps = [
      makeStep('CONDITION', { config: { condition: has(2) } }),
      makeStep('UPDATE_CONTACT', { config: { updates: { junk3: 'x' } } }),
    ]
    await createWorkflow({ projectId, steps })
    const used = [0, 1, 2, 3].map((n) => `data.junk${n}`)
    const answer = await ask('pattern=junk*')
    expect(answer.body).to.deep.equal({ dryRun: false, count: 2, fields: ['data.junk4', 'data.junk5'], used })
    expect(await custom()).to.deep.equal(used)
  })

  it('needs a pattern with at least one literal character', async () => {
    expect((await ask('')).faults).to.deep.equal(['pattern required'])
    for (const pattern of ['', '*', '**', 'data.*', 'x'.repeat(261)]) {
      expect(await ask(`pattern=${pattern}`), pattern).to.include({ status: 400, code: 'BAD_REQUEST' })
    }
    expect((await ask('pattern=a*&dryRun=maybe')).status).to.equal(400)
  })
})
