import { expect } from 'chai'
import * as fc from 'fast-check'
import { completeWait, openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { Event, Execution, Wait } from '../../../support/models.js'
import type { EventRecord } from '../../../../models/event.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { operationsOf } from '../../../support/profiled.js'
import { beginExecution, currentRef, outcomesOf, storeEvent } from '../../../support/walks.js'
import { runs } from '../../../support/runs.js'
import { dispatchEvents } from '../../../support/outbox.js'

const INTERLEAVINGS = 25
const HOUR_MS = 3_600_000

const BIG = only({ field: 'event.data.total', operator: 'greaterThanOrEqual', value: 100 })

describe('a wait with a filter', () => {
  useDatabase()

  async function createWaiting(filter: ConditionTree): Promise<WorkflowRecord> {
    const step = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 60, filter } })
    const ends = ['event', 'timeout'].map((name) => makeStep('EXIT', { name }))
    const transitions = ends.map((end) => makeTransition(step, end, end.name))
    const { id: projectId } = await createProject()
    return createWorkflow({ projectId, steps: [step, ...ends], transitions })
  }

  async function enter(workflow: WorkflowRecord): Promise<ExecutionRecord> {
    return beginExecution(workflow, (await createContact({ projectId: workflow.projectId }))._id)
  }

  const begin = async (filter = BIG): Promise<ExecutionRecord> => enter(await createWaiting(filter))
  const beginMany = async (): Promise<ExecutionRecord[]> => {
    const workflow = await createWaiting(BIG)
    return Promise.all(Array.from({ length: INTERLEAVINGS }, () => enter(workflow)))
  }

  const open = (execution: ExecutionRecord) => openWait(currentRef(execution))
  const settle = (execution: ExecutionRecord) => completeWait(currentRef(execution))
  const pay = ({ projectId, contactId }: ExecutionRecord, data: Record<string, unknown>) =>
    storeEvent({ projectId, contactId, name: 'paid', data })
  const happen = async (execution: ExecutionRecord, data: Record<string, unknown>): Promise<EventRecord> => {
    const event = await pay(execution, data)
    await dispatchEvents([event._id])
    return event
  }
  const waitOf = ({ _id }: ExecutionRecord) => Wait.findOne({ executionId: _id }).orFail().lean()
  const contextOf = async ({ _id }: ExecutionRecord) => (await Execution.findById(_id).orFail().lean()).context

  it('ends with the first event that matches, and with its data alone', async () => {
    const execution = await begin()
    expect(await open(execution)).to.equal(null)
    for (const data of [{ total: 99 }, { total: '100' }, {}, { amount: 100 }]) await happen(execution, data)
    expect(await waitOf(execution)).to.include({ state: 'open', eventId: null })

    const event = await happen(execution, { total: 100, currency: 'EUR' })
    await happen(execution, { total: 200 })

    expect(await waitOf(execution)).to.include({ state: 'matched', eventId: event._id })
    expect(await settle(execution)).to.include({ kind: 'END', name: 'event' })
    expect(await contextOf(execution)).to.deep.equal({ total: 100, currency: 'EUR' })
  })

  it('skips earlier events that do not match, and takes the first that does', async () => {
    const execution = await begin()
    await happen(execution, { total: 1 })
    const event = await happen(execution, { total: 100 })
    await happen(execution, { total: 300 })
    expect(await open(execution)).to.include({ kind: 'END', name: 'event' })
    expect((await waitOf(execution)).eventId).to.equal(event._id)
    expect(await contextOf(execution)).to.deep.equal({ total: 100 })

    const other = await begin()
    await happen(other, { total: 1 })
    expect(await open(other)).to.equal(null)
    expect(await waitOf(other)).to.include({ state: 'open' })
    expect(await settle(other)).to.include({ kind: 'END', name: 'timeout' })
  })

  it('takes the first of a batch in the order in which the events came', async () => {
    const execution = await begin()
    await open(execution)
    const events: EventRecord[] = []
    for (const total of [5, 150, 120]) events.push(await pay(execution, { total }))
    await dispatchEvents(events.map(({ _id }) => _id).toReversed())
    expect((await waitOf(execution)).eventId).to.equal(events[1]?._id)
  })

  it('searches earlier events by an index, and no further than the first match', async () => {
    const execution = await begin()
    for (let total = 96; total < 120; total += 1) await pay(execution, { total })
    const looks = await operationsOf('events', () => open(execution))
    expect(looks[0]).to.include({ docsExamined: 5, nreturned: 1 })
    expect(looks[0]).not.to.have.property('hasSortStage')
  })

  it('checks each wait of a contact by its own filter', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const filters = [BIG, only({ field: 'event.data.currency', operator: 'equals', value: 'EUR' }), undefined]
    const executions: ExecutionRecord[] = []
    for (const filter of filters) {
      const config = { eventName: 'paid', ...(filter ? { filter } : {}) }
      const workflow = await createWorkflow({ projectId, steps: [makeStep('WAIT_FOR_EVENT', { config })] })
      executions.push(await beginExecution(workflow, contact._id))
    }
    await Promise.all(executions.map(open))
    const { _id } = await storeEvent({ projectId, contactId: contact._id, name: 'paid', data: { currency: 'EUR' } })
    expect(await dispatchEvents([_id])).to.have.lengthOf(2)
    const states = await Promise.all(executions.map(async (execution) => (await waitOf(execution)).state))
    expect(states).to.deep.equal(['open', 'matched', 'matched'])
  })

  it('evaluates relative times from the moment of the event, whenever the event is dispatched', async () => {
    const recently = only({ field: 'event.data.paidAt', operator: 'within', value: 1, unit: 'hours' })
    const threeHoursAgo = new Date(Date.now() - 3 * HOUR_MS)
    for (const isOpenFirst of [true, false]) {
      const execution = await begin(recently)
      const { _id, projectId } = execution
      await Execution.updateOne({ _id, projectId }, { $set: { 'rest.at': threeHoursAgo } })
      if (isOpenFirst) expect(await open(execution)).to.equal(null)
      const late = await pay(execution, { paidAt: new Date(Date.now() - 2.5 * HOUR_MS).toISOString() })
      // It came half an hour after its payment, and is dispatched two hours later.
      const createdAt = new Date(Date.now() - 2 * HOUR_MS)
      await Event.collection.updateOne({ _id: late._id } as object, { $set: { createdAt } })
      await dispatchEvents([late._id])
      if (!isOpenFirst) expect(await open(execution)).to.include({ name: 'event' })
      expect(await waitOf(execution)).to.include({ state: 'matched', eventId: late._id })
    }
  })

  it(`takes the matching event in ${INTERLEAVINGS} races of two events and the opening`, async () => {
    const executions = await beginMany()
    const race = (execution: ExecutionRecord, index: number): Promise<unknown>[] => {
      const events = [{ total: 1 }, { total: 100 }].map((data) => happen(execution, data))
      return index % 2 === 0 ? [open(execution), ...events] : [...events, open(execution)]
    }
    await Promise.all(executions.flatMap(race))
    await Promise.all(executions.map(settle))
    const { projectId = '' } = executions[0] ?? {}
    const walked = await Execution.find({ projectId }).lean()
    const byEvent = Array.from({ length: INTERLEAVINGS }, () => ['event', { total: 100 }])
    expect(walked.map(({ steps, context }) => [steps[0]?.branch, context])).to.deep.equal(byEvent)
  })

  it(`ends by either event or time-out in ${INTERLEAVINGS} races of the two, and never by an event that does not match`, async () => {
    const executions = await beginMany()
    await Promise.all(executions.map(open))
    const race = (execution: ExecutionRecord): Promise<unknown>[] => {
      return [happen(execution, { total: 1 }), happen(execution, { total: 100 }), settle(execution)]
    }
    await Promise.all(executions.flatMap(race))
    await Promise.all(executions.map(settle))
    for (const execution of executions) {
      const outcomes = await outcomesOf(execution._id)
      const { state } = await waitOf(execution)
      const { context } = await Execution.findById(execution._id).orFail().lean()
      expect(outcomes).to.have.lengthOf(2)
      const expected = state === 'matched' ? ['event', { total: 100 }] : ['timeout', {}]
      expect([outcomes[0]?.branch, context]).to.deep.equal(expected)
    }
  })

  const filters: [filter: ConditionTree, holds: (data: { total?: number | string; plan?: string }) => boolean][] = [
    [BIG, ({ total }) => typeof total === 'number' && total >= 100],
    [
      only({ field: 'event.data.plan', operator: 'notEquals', value: 'pro' }),
      ({ plan }) => plan !== undefined && plan !== 'pro',
    ],
    [
      {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'event.data.plan', operator: 'in', value: ['pro', 'team'] }] },
          { filters: [{ field: 'event.data.total', operator: 'notExists' }] },
        ],
      },
      ({ total, plan }) => plan === 'pro' || plan === 'team' || total === undefined,
    ],
  ]
  const paid = fc.record(
    { total: fc.constantFrom(1, 99, 100, 101, '100'), plan: fc.constantFrom('pro', 'team', 'free') },
    { requiredKeys: [] },
  )
  it('ends with the first matching event in order, whenever it opens and however they are dispatched', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...filters),
        fc.array(fc.tuple(paid, fc.boolean()), { maxLength: 8 }),
        fc.nat(8),
        async ([filter, holds], sequence, opensAfter) => {
          const execution = await begin(filter)
          const stored: EventRecord[] = []
          const batch: string[] = []
          for (const [index, [data, isBatchOver]] of sequence.entries()) {
            if (index === opensAfter) await open(execution)
            const event = await pay(execution, data)
            stored.push(event)
            batch.push(event._id)
            if (isBatchOver) await dispatchEvents(batch.splice(0))
          }
          if (opensAfter >= sequence.length) await open(execution)
          await dispatchEvents(batch.toReversed())
          await settle(execution)

          const first = stored[sequence.findIndex(([data]) => holds(data))]
          const { state, eventId } = await waitOf(execution)
          expect({ state, eventId }).to.deep.equal(
            first ? { state: 'matched', eventId: first._id } : { state: 'timed_out', eventId: null },
          )
        },
      ),
      runs(20),
    )
  })
})
