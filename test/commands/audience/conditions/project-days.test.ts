import { expect } from 'chai'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { findTriggered } from '../../../../commands/automation/reactions/find-triggered.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { listDynamicSegments, sweepSegment } from '../../../../commands/audience/segments/sweep-segments.js'
import { updateProject } from '../../../../commands/tenancy/projects/update-project.js'
import { Contact, Wait } from '../../../support/models.js'
import type { ConditionOperator } from '../../../../models/domain/conditions/operators.js'
import type { Filter } from '../../../../models/domain/conditions/tree.js'
import { Project } from '../../../../models/project.js'
import { only, storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createSegment, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { dispatchEvents } from '../../../support/outbox.js'
import { movesOf } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { beginExecution, currentRef, stepFinds, storeEvent } from '../../../support/walks.js'

const ZONE = 'America/New_York'
const DAY = '2026-05-10'
// On 10 May in New York, and on 11 May in UTC.
const EVENING = '2026-05-11T02:00:00Z'
const NEXT_NIGHT = '2026-05-11T04:00:00Z'

/** The operators on days, and whether the evening and the night after it meet them. */
const TABLE: [operator: ConditionOperator, ofEvening: boolean, ofNight: boolean][] = [
  ['equals', true, false],
  ['notEquals', false, true],
  ['lessThan', false, false],
  ['lessThanOrEqual', true, false],
  ['greaterThan', false, true],
  ['greaterThanOrEqual', true, true],
]

describe('days in the conditions of a project', () => {
  useDatabase()
  let projectId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    await Project.updateOne({ _id: projectId }, { timezone: ZONE })
    await registerFields(projectId, { due: EVENING, total: 1 })
  })

  const dueOn = (operator: ConditionOperator, field = 'data.due'): Filter => ({ field, operator, value: DAY })
  const met = async (filter: Filter) =>
    (
      await Contact.find({
        projectId,
        ...(await compileForProject(projectId, only(filter), { now: new Date() })),
      }).lean()
    )
      .map(({ _id }) => _id)
      .sort()

  it('are days of its time zone, for fields and for the dates of a contact', async () => {
    const [evening = '', night = ''] = await storeContacts(projectId, [
      { data: { due: EVENING }, createdAt: new Date(EVENING), updatedAt: new Date(EVENING) },
      { data: { due: NEXT_NIGHT }, createdAt: new Date(NEXT_NIGHT), updatedAt: new Date(NEXT_NIGHT) },
    ])
    for (const [operator, ofEvening, ofNight] of TABLE) {
      const expected = [...(ofEvening ? [evening] : []), ...(ofNight ? [night] : [])]
      for (const field of ['data.due', 'contact.data.due', 'createdAt', 'updatedAt']) {
        expect(await met(dueOn(operator, field)), `${field} ${operator}`).to.deep.equal(expected)
      }
    }
  })

  it('are days of its time zone in a CONDITION, on the contact and on the event', async () => {
    const { _id: contactId } = await createContact({ projectId, data: { due: EVENING } })
    for (const [operator, ofEvening, ofNight] of TABLE) {
      const who = { projectId, contactId }
      expect(await stepFinds(who, only(dueOn(operator))), operator).to.equal(ofEvening)
      for (const field of ['event.due', 'event.data.due']) {
        const condition = only(dueOn(operator, field))
        expect(await stepFinds(who, condition, { due: EVENING }), `${field} ${operator}`).to.equal(ofEvening)
        expect(await stepFinds(who, condition, { due: NEXT_NIGHT }), `${field} ${operator}`).to.equal(ofNight)
      }
    }
  })

  it('are days of its time zone in the filters of triggers and of waits', async () => {
    const { _id: contactId } = await createContact({ projectId })
    for (const [operator, ofEvening, ofNight] of TABLE) {
      const filter = only(dueOn(operator, 'event.data.due'))
      const step = makeStep('WAIT_FOR_EVENT', { config: { eventName: `paid ${operator}`, timeout: 60, filter } })
      const triggerConfig = { eventName: `due ${operator}`, filter }
      const workflow = await createWorkflow({ projectId, steps: [step], triggerConfig })
      for (const [due, isMet] of [
        [EVENING, ofEvening],
        [NEXT_NIGHT, ofNight],
      ] as const) {
        const event = await storeEvent({ projectId, contactId, name: `due ${operator}`, data: { due } })
        expect((await findTriggered([event])).has(event._id), `${operator} ${due}`).to.equal(isMet)
        const other = (await createContact({ projectId }))._id
        const execution = await beginExecution(workflow, other)
        expect(await openWait(currentRef(execution))).to.equal(null)
        const awaited = await storeEvent({ projectId, contactId: other, name: `paid ${operator}`, data: { due } })
        await dispatchEvents([awaited._id])
        const wait = await Wait.findOne({ executionId: execution._id }).orFail().lean()
        expect(wait.state, `${operator} ${due}`).to.equal(isMet ? 'matched' : 'open')
      }
    }
  })

  it('follow a new time zone immediately, and move the members of tracked segments', async () => {
    const condition = only(dueOn('equals'))
    await createSegment({ projectId, condition, trackMembership: true, slug: 'due', zone: ZONE })
    const [contactId = ''] = await storeContacts(projectId, [{ data: { due: EVENING } }])
    expect(await met(dueOn('equals'))).to.deep.equal([contactId])
    await updateProject(projectId, { timezone: 'UTC' })
    expect(await met(dueOn('equals'))).to.deep.equal([])
    await updateProject(projectId, { timezone: ZONE })
    const sweep = async () => {
      const listed = await listDynamicSegments(null)
      for (const segment of listed.filter((each) => each.projectId === projectId)) await sweepSegment(segment)
      await dispatchAll(projectId)
    }
    await Contact.updateOne({ _id: contactId }, { $set: { segments: [] } }, { timestamps: false })
    await updateProject(projectId, { timezone: 'Asia/Tokyo' })
    await sweep()
    expect(await movesOf(projectId)).to.deep.equal([])
    await updateProject(projectId, { timezone: ZONE })
    await sweep()
    expect(await movesOf(projectId)).to.deep.equal([{ contactId, name: 'segment.due.entry' }])
    await updateProject(projectId, { timezone: 'UTC' })
    await sweep()
    expect((await movesOf(projectId)).slice(1)).to.deep.equal([{ contactId, name: 'segment.due.exit' }])
  })
})
