import { expect } from 'chai'
import { recipientsOf } from '../../../../commands/audience/contacts/audience.js'
import { countAudience } from '../../../../commands/sending/audiences/count-audience.js'
import { estimateRecipients } from '../../../../commands/sending/campaigns/estimate-recipients.js'
import { startScheduled } from '../../../../commands/automation/executions/start-scheduled.js'
import { listMembers } from '../../../../commands/audience/segments/list-members.js'
import { updateSegment } from '../../../../commands/audience/segments/update-segment.js'
import { Contact } from '../../../../models/contact.js'
import type { ConditionTree, Filter } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createProject, createSegment, createWorkflow } from '../../../support/factories.js'
import { createContactsOn, IS_PRO, movesOf } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { stepFinds } from '../../../support/walks.js'
import { setData } from '../contacts/set-data.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'
import { memberOf } from './references.js'

/**
 * The shapes in which segments name each other; each makes the segment whose members are those on the plan `pro`. `of`
 * makes a segment, tracked or not, of a condition.
 */
type Of = (condition: ConditionTree, tracked?: boolean) => Promise<string>
const isNot = (id: string): Filter => ({ field: `segment.${id}`, operator: 'notMemberOfSegment' })
const SHAPES: [shape: string, build: (of: Of) => Promise<string>][] = [
  ['a segment', (of) => of(IS_PRO)],
  ['one that names another', async (of) => of(memberOf(await of(IS_PRO)))],
  ['a chain of four', async (of) => of(memberOf(await of(memberOf(await of(memberOf(await of(IS_PRO)))))))],
  [
    'one that names an untracked one of a tracked one',
    async (of) => of(memberOf(await of(memberOf(await of(IS_PRO)), false))),
  ],
  ['one that names whoever is not in another', async (of) => of(only(isNot(await of(only(isNot(await of(IS_PRO)))))))],
]

describe('membership of a segment, tracked or not', () => {
  useDatabase()
  let projectId: string
  let ids: string[]

  beforeEach(async () => {
    projectId = (await createProject()).id
    ids = (await createContactsOn(projectId, ['free', 'free', 'pro'])).map(({ _id }) => _id)
  })

  const changePlan = (id: string, plan: string) => setData(projectId, { id }, { plan })
  const ofTracking =
    (trackMembership: boolean): Of =>
    async (condition, tracked = true) => {
      const segment = await createSegment({ projectId, condition, trackMembership: trackMembership && tracked })
      return segment._id
    }

  /** The members of a segment by every query that uses it. */
  async function answers(segmentId: string) {
    const condition = memberOf(segmentId)
    const campaign = (fields: object) => createCampaign({ projectId, ...fields })
    const bySegment = await campaign({ audienceType: 'SEGMENT', segmentId })
    const byCondition = await campaign({ audienceType: 'FILTERED', audienceCondition: condition })
    const whoGets = async (of: typeof bySegment) =>
      (await Contact.find(await recipientsOf(of)).lean()).map(({ _id }) => _id).sort()
    const decided: string[] = []
    for (const contactId of ids) if (await stepFinds({ projectId, contactId }, condition)) decided.push(contactId)
    const { contacts, total } = await listMembers({ projectId, segmentId, page: 1, pageSize: 10 })
    const triggerConfig = { cron: '0 9 * * *', segmentId }
    const { _id: workflowId } = await createWorkflow({ projectId, triggerType: 'SCHEDULE', triggerConfig })
    const { started } = await startScheduled({ projectId, workflowId, run: workflowId, beganMs: 0, after: null })
    return {
      listed: contacts.map(({ _id }) => _id).sort(),
      counts: [
        total,
        started,
        (await countAudience(bySegment)).total,
        (await countAudience(byCondition)).total,
        await estimateRecipients(bySegment),
        await estimateRecipients(byCondition),
      ],
      bySegment: await whoGets(bySegment),
      byCondition: await whoGets(byCondition),
      decided: decided.sort(),
    }
  }
  const all = (members: string[]) => ({
    listed: members,
    counts: Array<number>(6).fill(members.length),
    bySegment: members,
    byCondition: members,
    decided: members,
  })

  for (const [shape, build] of SHAPES) {
    for (const isTracked of [true, false]) {
      it(`of ${shape}, ${isTracked ? 'tracked' : 'untracked'}, follows the condition at every moment`, async () => {
        const segmentId = await build(ofTracking(isTracked))
        await dispatchAll(projectId)
        const [joins = '', , leaves = ''] = ids
        await changePlan(joins, 'pro')
        await changePlan(leaves, 'free')
        // Nothing has followed the changes yet.
        expect(await answers(segmentId)).to.deep.equal(all([joins]))
        await dispatchAll(projectId)
        expect(await answers(segmentId)).to.deep.equal(all([joins]))
      })
    }
  }

  it('follows another segment with one event for each moved contact, when a contact or that segment changes', async () => {
    const inner = await createSegment({ projectId, condition: IS_PRO, trackMembership: true, slug: 'inner' })
    const middle = await createSegment({ projectId, condition: memberOf(inner._id), slug: 'middle' })
    await createSegment({ projectId, condition: memberOf(middle._id), trackMembership: true, slug: 'outer' })
    const [first = '', , pro = ''] = ids
    await dispatchAll(projectId)
    expect(await movesOf(projectId)).to.have.deep.members([
      { contactId: pro, name: 'segment.inner.entry' },
      { contactId: pro, name: 'segment.outer.entry' },
    ])
    await changePlan(first, 'team')
    await dispatchAll(projectId)
    const condition = only({ field: 'data.plan', operator: 'equals', value: 'team' })
    await updateSegment({ projectId, segmentId: inner._id }, { condition })
    await finishBegun(projectId)
    await dispatchAll(projectId)
    expect((await movesOf(projectId)).slice(2)).to.have.deep.members([
      { contactId: first, name: 'segment.inner.entry' },
      { contactId: first, name: 'segment.outer.entry' },
      { contactId: pro, name: 'segment.inner.exit' },
      { contactId: pro, name: 'segment.outer.exit' },
    ])
  })
})
