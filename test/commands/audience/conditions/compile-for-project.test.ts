import { expect } from 'chai'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { forgetField, registerFittingFields } from '../../../../commands/base/records/known-fields.js'
import { Contact } from '../../../../models/contact.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { escapeKey } from '../../../../models/domain/fields.js'
import { Field } from '../../../../models/field.js'
import { Segment, type SegmentRecord } from '../../../../models/segment.js'
import { newId } from '../../../../runtime/ids.js'
import { only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createSegment as create } from '../../../support/factories.js'

let projectId = ''
const FREE: Filter = { field: 'data.plan', operator: 'notEquals', value: 'pro' }

const createSegment = async (fields: Partial<SegmentRecord>): Promise<string> =>
  (await create({ projectId, ...fields }))._id

const member = (id: string, operator: Filter['operator'] = 'memberOfSegment'): Filter => ({
  field: `segment.${id}`,
  operator,
})

const know = (...keys: string[]) =>
  registerFittingFields(
    projectId,
    keys.map((key) => ({ key: escapeKey(key), type: 'string' })),
  )

async function whoMeets(tree: ConditionTree): Promise<string[]> {
  const compiled = await compileForProject(projectId, tree, { now: new Date() })
  const found = await Contact.find({ projectId, ...compiled }, { _id: 1 }).lean()
  return found.map(({ _id }) => _id).sort()
}

describe('compileForProject', () => {
  useDatabase()
  beforeEach(() => void (projectId = newId()))

  it('treats a field that the project never had as absent from every contact, and a deleted one from none', async () => {
    const absent = only({ field: 'data.plan', operator: 'notExists' })
    const [without = ''] = await storeContacts(projectId, [{ data: {} }])
    expect(await whoMeets(only(FREE))).to.deep.equal([])
    expect(await whoMeets(absent)).to.deep.equal([without])
    await know('plan')
    const [free = ''] = await storeContacts(projectId, [{ data: { plan: 'free' } }])
    expect(await whoMeets(only(FREE))).to.deep.equal([free])
    expect(await whoMeets(absent)).to.deep.equal([without])
    await Field.updateOne({ projectId, key: 'plan' }, { deletedAt: new Date() })
    forgetField(projectId, 'plan')
    expect(await whoMeets(only(FREE))).to.deep.equal([])
    expect(await whoMeets(absent)).to.deep.equal([])
    await know('plan')
    expect(await whoMeets(absent)).to.deep.equal([without])
  })

  it('supports fields whose names contain dots and dollar signs, and those that are the start of a longer path', async () => {
    const ids = await storeContacts(projectId, [{ data: { 'a.$b': 1, profile: { tier: 'gold' } } }])
    await know('a.$b', 'profile')
    expect(await whoMeets(only({ field: 'data.a.$b', operator: 'equals', value: 1 }))).to.deep.equal(ids)
    expect(await whoMeets(only({ field: 'data.profile.tier', operator: 'equals', value: 'gold' }))).to.deep.equal(ids)
  })

  it('uses the stored members of a static segment, and the condition of a tracked one as it is now', async () => {
    await know('plan')
    const fixed = await createSegment({})
    const tracked = await createSegment({ condition: only(FREE), trackMembership: true })
    const outer = await createSegment({ condition: only(member(tracked)), trackMembership: true })
    const [inFixed = '', left = '', joined = ''] = await storeContacts(projectId, [
      { segments: [fixed] },
      { segments: [tracked, outer], data: { plan: 'pro' } },
      { data: { plan: 'free' } },
    ])
    expect(await whoMeets(only(member(fixed)))).to.deep.equal([inFixed])
    for (const segment of [tracked, outer]) {
      expect(await whoMeets(only(member(segment)))).to.deep.equal([joined])
      expect(await whoMeets(only(member(segment, 'notMemberOfSegment')))).to.deep.equal([inFixed, left])
    }
  })

  it('uses the condition of an untracked segment, and of a tracked one whose members are not stored yet', async () => {
    await know('plan')
    const untracked = await createSegment({ condition: only(FREE) })
    const fresh = await createSegment({ condition: only(FREE), trackMembership: true, computedAt: null })
    const [pro = '', free = ''] = await storeContacts(projectId, [
      { data: { plan: 'pro' } },
      { data: { plan: 'free' } },
    ])
    expect(await whoMeets(only(member(untracked)))).to.deep.equal([free])
    expect(await whoMeets(only(member(fresh)))).to.deep.equal([free])
    expect(await whoMeets(only(member(untracked, 'notMemberOfSegment')))).to.deep.equal([pro])
  })

  it('resolves segments through segments, with the fields that only they name', async () => {
    await know('plan')
    const inner = await createSegment({ condition: only(FREE) })
    const outer = await createSegment({ condition: only(member(inner)) })
    const [free = ''] = await storeContacts(projectId, [{ data: { plan: 'free' } }, { data: { plan: 'pro' } }])
    expect(await whoMeets(only(member(outer)))).to.deep.equal([free])
  })

  it('matches no contact for a segment of another project, or for one that is gone', async () => {
    const foreign = await createSegment({ projectId: 'other' })
    await storeContacts(projectId, [{ segments: [foreign] }])
    expect(await whoMeets(only(member(foreign)))).to.deep.equal([])
    expect(await whoMeets(only(member(foreign, 'notMemberOfSegment')))).to.deep.equal([])
  })

  it('stops at segments that refer to each other, and matches no contact for them', async () => {
    const first = await createSegment({ type: 'DYNAMIC' })
    const second = await createSegment({ condition: only(member(first)) })
    await Segment.updateOne({ _id: first, projectId }, { $set: { condition: only(member(second)) } })
    await storeContacts(projectId, [{}])
    expect(await whoMeets(only(member(first)))).to.deep.equal([])
  })
})
