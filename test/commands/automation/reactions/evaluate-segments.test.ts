import { expect } from 'chai'
import { computeSegment } from '../../../../commands/audience/segments/compute-segment.js'
import { evaluateSegments } from '../../../../commands/automation/reactions/evaluate-segments.js'
import { moveMembers } from '../../../../commands/audience/segments/move-members.js'
import { trackEvent } from '../../../../commands/automation/reactions/track-event.js'
import { updateSegment } from '../../../../commands/audience/segments/update-segment.js'
import { Contact, Segment } from '../../../support/models.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { planDataPatch } from '../../../../models/domain/data.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment } from '../../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { setData } from '../../audience/contacts/set-data.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'
import { memberOf, memberOfTooMany } from '../../audience/segments/references.js'
import { dispatchContacts, waitingOf, enqueued } from '../../../support/outbox.js'

describe('evaluateSegments', () => {
  useDatabase()

  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
  })

  const track = (slug: string, condition: ConditionTree) =>
    createSegment({ projectId, condition, trackMembership: true, slug })
  const setPlan = (id: string, plan: string) => setData(projectId, { id }, { plan })
  const segmentsOf = async (id: string) => (await Contact.findById(id).lean())?.segments

  it('emits one entry and one exit, however many evaluate the same contact at the same time', async () => {
    const segment = await track('pro', IS_PRO)
    const [contact] = await createContactsOn(projectId, ['pro'])
    const contactId = contact?._id ?? ''
    const all = () =>
      enqueued(() => Promise.all(Array.from({ length: 12 }, () => evaluateSegments(projectId, [contactId]))))
    expect(await all()).to.have.length(1)
    expect(await segmentsOf(contactId)).to.deep.equal([segment._id])
    await setPlan(contactId, 'free')
    expect(await all()).to.have.length(1)
    expect(await movesOf(projectId)).to.deep.equal([
      { contactId, name: 'segment.pro.entry' },
      { contactId, name: 'segment.pro.exit' },
    ])
    const summary = (await Contact.findById(contactId).lean())?.activity?.['segment%2Epro%2Eentry']
    expect(summary?.count).to.equal(1)
  })

  it('does not touch other contacts, other projects and untracked segments', async () => {
    const other = (await createProject()).id
    await createSegment({ projectId, condition: IS_PRO })
    await createSegment({ projectId: other, condition: IS_PRO, trackMembership: true })
    await createSegment({ projectId, trackMembership: true })
    const [first, second] = await createContactsOn(projectId, ['pro', 'pro'])
    const [foreign] = await createContactsOn(other, ['pro'])
    const evaluate = () => enqueued(() => evaluateSegments(projectId, [first?._id ?? '', foreign?._id ?? '']))
    expect(await evaluate()).to.deep.equal([])
    await track('pro', IS_PRO)
    expect(await evaluate()).to.have.length(1)
    expect(await segmentsOf(second?._id ?? '')).to.deep.equal([])
    expect(await segmentsOf(foreign?._id ?? '')).to.deep.equal([])
  })

  it('reacts to an event of the contact, and to the number of its events', async () => {
    await track('buyers', only({ field: 'event.paid', operator: 'triggeredAtLeast', value: 2 }))
    const { _id: contactId } = await createContact({ projectId })
    const pay = async () => {
      await trackEvent({ projectId, who: { id: contactId }, name: 'paid', patch: planDataPatch({}), claim: null })
      await dispatchAll(projectId)
      return (await movesOf(projectId)).length
    }
    expect([await pay(), await pay(), await pay()]).to.deep.equal([0, 1, 1])
  })

  it('continues with the segments that refer to a changed one, tracked or static', async () => {
    const byHand = await createSegment({ projectId, slug: 'list' })
    const first = await track('first', IS_PRO)
    await track('second', memberOf(first._id))
    await track('third', only({ field: `segment.${byHand._id}`, operator: 'notMemberOfSegment' }))
    const [contact] = await createContactsOn(projectId, ['pro'])
    const contactId = contact?._id ?? ''
    await dispatchAll(projectId)
    const names = async () => (await movesOf(projectId)).map(({ name }) => name)
    expect(await names()).to.have.members(['segment.first.entry', 'segment.second.entry', 'segment.third.entry'])
    await moveMembers(byHand, { enter: [contactId], leave: [] })
    await setPlan(contactId, 'free')
    await dispatchAll(projectId)
    expect(await names()).to.have.length(6)
    expect(await names()).to.include.members(['segment.first.exit', 'segment.second.exit', 'segment.third.exit'])
    expect(await segmentsOf(contactId)).to.deep.equal([byHand._id])
  })

  it('is not stopped by a segment whose condition has become too large', async () => {
    await track('too-large', await memberOfTooMany(projectId))
    await track('pro', IS_PRO)
    await createContactsOn(projectId, ['pro'])
    await dispatchAll(projectId)
    expect((await movesOf(projectId)).map(({ name }) => name)).to.deep.equal(['segment.pro.entry'])
  })

  it('keeps a segment and its events exact under concurrent changes of contacts and of the segment', async () => {
    const segment = await track('plan', IS_PRO)
    const contacts = await createContactsOn(projectId, Array<string>(12).fill('free'))
    await dispatchAll(projectId)
    const plans = ['pro', 'free', 'team']
    const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T
    const conditionOf = (plan: string) => only({ field: 'data.plan', operator: 'equals', value: plan })
    const ref = { projectId, segmentId: segment._id }

    const work = Array.from({ length: 90 }, (_, n) => async () => {
      if (n % 15 === 7) return updateSegment(ref, { condition: conditionOf(pick(plans, n)) })
      if (n % 15 === 11) return computeSegment(ref)
      const { contact } = await setPlan(pick(contacts, n * 7)._id, pick(plans, n * 5 + (n % 4)))
      const { complete } = await dispatchContacts([contact._id])
      return complete()
    })
    const runners = Array.from({ length: 6 }, async () => {
      for (let next = work.shift(); next; next = work.shift()) await next()
    })
    await Promise.all(runners)
    await finishBegun(projectId)
    await dispatchAll(projectId)

    const { condition } = await Segment.findById(segment._id).orFail().lean()
    const wanted = condition?.groups[0]?.filters[0]?.value
    const moves = await movesOf(projectId)
    for (const { _id, data, segments } of await Contact.find({ projectId }).lean()) {
      const isMember = segments.includes(segment._id)
      expect(isMember, JSON.stringify(data)).to.equal(data['plan'] === wanted)
      const kinds = moves.filter(({ contactId }) => contactId === _id).map(({ name }) => name.split('.')[2])
      expect(kinds).to.deep.equal(kinds.map((_, index) => (index % 2 === 0 ? 'entry' : 'exit')))
      expect(kinds.length % 2).to.equal(isMember ? 1 : 0)
    }
    expect(await waitingOf('event', projectId)).to.deep.equal([])
  })

  it('writes no membership that outlives the end of tracking', async () => {
    const segment = await track('pro', IS_PRO)
    const contacts = await createContactsOn(projectId, Array<string>(20).fill('pro'))
    const ids = contacts.map(({ _id }) => _id)
    await Promise.all([
      ...ids.map((id) => evaluateSegments(projectId, [id])),
      updateSegment({ projectId, segmentId: segment._id }, { trackMembership: false }),
    ])
    await finishBegun(projectId)
    expect(await Contact.countDocuments({ projectId, segments: segment._id })).to.equal(0)
  })
})
