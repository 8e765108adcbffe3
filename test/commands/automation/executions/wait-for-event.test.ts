import { expect } from 'chai'
import mongoose from 'mongoose'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import { completeWait, openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import type { Event } from '../../../../models/event.js'
import { Execution, Wait } from '../../../support/models.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { useDatabase } from '../../../support/database.js'
import { eventually } from '../../../support/eventually.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { interrupted } from '../../../support/interrupted.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { beginExecution, currentRef, outcomesOf, storeEvent } from '../../../support/walks.js'
import { dispatchEvents, waitingOf } from '../../../support/outbox.js'
import { clockPast } from '../../clock-past.js'

const INTERLEAVINGS = 25

const wait = makeStep('WAIT_FOR_EVENT', { name: 'Until paid', config: { eventName: 'paid', timeout: 60 } })
const thanks = makeStep('UPDATE_CONTACT', { name: 'Thanks' })
const reminder = makeStep('UPDATE_CONTACT', { name: 'Reminder' })
const steps = [wait, thanks, reminder]
const transitions = [makeTransition(wait, thanks, 'event'), makeTransition(wait, reminder, 'timeout')]

interface Walk {
  workflow: WorkflowRecord
  execution: ExecutionRecord
}

async function begin(workflow: WorkflowRecord): Promise<Walk> {
  const contact = await createContact({ projectId: workflow.projectId })
  return { workflow, execution: await beginExecution(workflow, contact._id) }
}

const paid = ({ execution }: Walk, data: Record<string, unknown> = {}) =>
  storeEvent({ projectId: execution.projectId, contactId: execution.contactId, name: 'paid', data })

/** Continues as the Temporal workflow execution does when a signal or its timer ends the wait. */
const complete = ({ execution }: Walk) => completeWait(currentRef(execution))
const open = ({ execution }: Walk) => openWait(currentRef(execution))
const read = ({ execution }: Walk) => Execution.findById(execution._id).orFail().lean()

describe('waiting for an event', () => {
  useDatabase()

  const createWaiting = async (first = wait): Promise<WorkflowRecord> => {
    const { id: projectId } = await createProject()
    return createWorkflow({ projectId, steps: [first, thanks, reminder], transitions })
  }
  const setUp = async (first = wait): Promise<Walk> => begin(await createWaiting(first))

  it('ends with the event that comes after the wait is open, and with its data', async () => {
    const walk = await setUp()
    expect(await open(walk)).to.equal(null)

    const event = await paid(walk, { 'order.id': 7 })
    const entries = await dispatchEvents([event._id])

    const stored = await Wait.findOne({ executionId: walk.execution._id }).orFail().lean()
    expect(entries).to.deep.equal([{ kind: 'wait', projectId: stored.projectId, id: stored._id }])
    expect(stored).to.include({ state: 'matched', eventId: event._id })
    expect(await waitingOf('wait', stored.projectId)).to.deep.equal([stored._id])
    expect(await complete(walk)).to.include({ kind: 'UPDATE_CONTACT', stepId: thanks.id, sequence: 2 })
    expect(unescapeData((await read(walk)).context)).to.deep.equal({ 'order.id': 7 })
    const [recorded] = await outcomesOf(walk.execution._id)
    expect(recorded).to.deep.include({ status: 'COMPLETED', branch: 'event', output: { eventId: event._id } })
  })

  it('does not take an open by a machine between the step and its wait as one by the recipient', async () => {
    const walk = await setUp({ ...wait, config: { ...wait.config, eventName: 'email.open' } })
    const { projectId, contactId } = walk.execution
    await storeEvent({ projectId, contactId, name: 'email.open', data: { machine: true } })
    expect(await open(walk)).to.equal(null)
  })

  it('ends with the event that was stored before its time-out and is dispatched only after it', async () => {
    const walk = await setUp()
    await open(walk)
    const event = await paid(walk, { total: 5 })

    expect(await complete(walk)).to.include({ kind: 'UPDATE_CONTACT', stepId: thanks.id })
    expect((await read(walk)).context).to.deep.equal({ total: 5 })
    expect(await dispatchEvents([event._id])).to.deep.equal([])
  })

  it('goes on with the event that ends its wait between the look and the write of its time-out', async () => {
    const walk = await setUp()
    await open(walk)
    const meanwhile = async () => dispatchEvents([(await paid(walk, { total: 5 }))._id])
    const next = await interrupted(Wait, 'findOneAndUpdate', { work: () => complete(walk), meanwhile })

    expect(next).to.include({ kind: 'UPDATE_CONTACT', stepId: thanks.id })
    expect((await read(walk)).context).to.deep.equal({ total: 5 })
  })

  it('goes on with the first of two events, though the second is dispatched first', async () => {
    const walk = await setUp()
    await open(walk)
    const [first, second] = [await paid(walk, { total: 5 }), await paid(walk, { total: 6 })]
    await dispatchEvents([second._id])

    expect(await complete(walk)).to.include({ kind: 'UPDATE_CONTACT', stepId: thanks.id })
    expect((await outcomesOf(walk.execution._id))[0]).to.deep.include({ output: { eventId: first._id } })
    expect((await read(walk)).context).to.deep.equal({ total: 5 })
  })

  it('ends with the event that comes and is dispatched while its wait is being written', async () => {
    const walk = await setUp()
    const { projectId, contactId, _id: executionId } = walk.execution
    // An open transaction that holds the place of the wait blocks every writer of the wait.
    const session = await mongoose.startSession()
    session.startTransaction()
    const place = { projectId, contactId, executionId, sequence: 1, stepId: wait.id, eventName: 'paid' }
    await Wait.create([{ ...place, since: new Date() }], { session })
    const opened = open(walk)
    await someoneWrites('waits')

    const event = await paid(walk)
    expect(await dispatchEvents([event._id])).to.deep.equal([])
    await session.abortTransaction()
    await session.endSession()

    expect(await opened).to.include({ kind: 'UPDATE_CONTACT', stepId: thanks.id })
  })

  it('skips an event before the step, and one of another contact, project or name', async () => {
    const workflow = await createWaiting()
    const { projectId } = workflow
    const contact = await createContact({ projectId })
    const early = await storeEvent({ projectId, contactId: contact._id, name: 'paid' })
    await clockPast(early.createdAt)
    const walk = { workflow, execution: await beginExecution(workflow, contact._id) }
    const stranger = await createContact({ projectId })
    const others = [
      early,
      await storeEvent({ projectId, contactId: stranger._id, name: 'paid' }),
      await storeEvent({ projectId, contactId: contact._id, name: 'Paid' }),
      await storeEvent({ projectId: (await createProject()).id, contactId: contact._id, name: 'paid' }),
    ]
    expect(await open(walk)).to.equal(null)
    expect(await dispatchEvents(others.map(({ _id }) => _id))).to.deep.equal([])
    expect(await Wait.findOne({ executionId: walk.execution._id }).lean()).to.include({ state: 'open' })
  })

  it('never ends with the event that started the execution', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    await createWorkflow({ projectId, steps, transitions, triggerConfig: { eventName: 'paid' } })
    const event = await storeEvent({ projectId, contactId: contact._id, name: 'paid' })
    await dispatchEvents([event._id])
    const execution = await Execution.findOne({ projectId }).orFail().lean()
    expect(await openWait(currentRef(execution))).to.equal(null)
  })

  it('takes the other branch after the time-out, and no event after that', async () => {
    const walk = await setUp()
    await open(walk)
    expect(await complete(walk)).to.include({ stepId: reminder.id, sequence: 2 })
    const event = await paid(walk)
    expect(await dispatchEvents([event._id])).to.deep.equal([])
    expect(await complete(walk)).to.include({ stepId: reminder.id, sequence: 2 })
    const [recorded] = await outcomesOf(walk.execution._id)
    expect(recorded).to.deep.include({ branch: 'timeout', output: { timedOut: true } })
  })

  it('records no time-out for an execution that was cancelled', async () => {
    const walk = await setUp()
    await open(walk)
    const { projectId, _id: executionId, workflowId } = walk.execution
    await cancelExecution({ projectId, workflowId, executionId })
    expect(await complete(walk)).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect((await outcomesOf(executionId)).length).to.equal(0)
  })

  it('ends every open wait of the contact with one event', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const walks: Walk[] = []
    for (let count = 0; count < 3; count += 1) {
      const workflow = await createWorkflow({ projectId, steps, transitions })
      walks.push({ workflow, execution: await beginExecution(workflow, contact._id) })
    }
    await Promise.all(walks.map(open))
    const event = await storeEvent({ projectId, contactId: contact._id, name: 'paid' })
    expect(await dispatchEvents([event._id])).to.have.lengthOf(3)
    expect(await Wait.countDocuments({ eventId: event._id, state: 'matched' })).to.equal(3)
  })

  it(`loses no event in ${INTERLEAVINGS} races between it and the opening of its wait`, async () => {
    const workflow = await createWaiting()
    const walks = await Promise.all(Array.from({ length: INTERLEAVINGS }, () => begin(workflow)))

    const happen = (walk: Walk) => paid(walk).then(({ _id }) => dispatchEvents([_id]))
    const race = (walk: Walk, index: number) =>
      index % 2 === 0 ? [open(walk), happen(walk)] : [happen(walk), open(walk)]
    await Promise.all(walks.flatMap(race))

    await Promise.all(walks.map(complete))
    const walked = await Execution.find({ projectId: workflow.projectId }).lean()
    const branches = walked.flatMap(({ steps }) => steps.map(({ branch }) => branch))
    expect(branches).to.deep.equal(Array(INTERLEAVINGS).fill('event'))
    expect(await Wait.countDocuments({ projectId: workflow.projectId, state: 'matched' })).to.equal(INTERLEAVINGS)
  })

  it(`ends by exactly one of event and time-out in ${INTERLEAVINGS} races of the two`, async () => {
    const workflow = await createWaiting()
    const walks = await Promise.all(Array.from({ length: INTERLEAVINGS }, () => begin(workflow)))
    await Promise.all(walks.map(open))

    const results = await Promise.all(
      walks.map(async (walk) => {
        const [entries, ...nextSteps] = await Promise.all([
          paid(walk).then(({ _id }) => dispatchEvents([_id])),
          complete(walk),
          complete(walk),
        ])
        return { walk, entries, nextSteps }
      }),
    )

    // The effects of one dispatch may be enqueued by another one that runs at the same time.
    const signalled = new Set(results.flatMap(({ entries }) => entries.map(({ id }) => id)))
    for (const { walk, nextSteps } of results) {
      const after = await read(walk)
      const [recorded, ...more] = await outcomesOf(walk.execution._id)
      expect(more).to.deep.equal([])
      const { _id: waitId, state } = await Wait.findOne({ executionId: walk.execution._id }).orFail().lean()
      // The time-out itself takes an event that it finds, so that no entry is needed for it.
      if (signalled.has(waitId)) expect(state).to.equal('matched')
      expect(recorded?.branch).to.equal(state === 'matched' ? 'event' : 'timeout')
      expect(after).to.include({ sequence: 2, currentStepId: state === 'matched' ? thanks.id : reminder.id })
      for (const next of nextSteps) expect('stepId' in next && next.stepId).to.equal(after.currentStepId)
    }
  })

  it('opens once, however often the step is tried, and ends with one event of a burst and its data alone', async () => {
    const walk = await setUp()
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(walk)))
    expect(answers).to.deep.equal(Array(10).fill(null))
    expect(await Wait.countDocuments({ executionId: walk.execution._id })).to.equal(1)
    const events: InstanceType<typeof Event>['_id'][] = []
    for (let n = 1; n <= 10; n += 1) events.push((await paid(walk, { n }))._id)
    const entries = await Promise.all(events.map((id) => dispatchEvents([id])))
    expect(entries.flat()).to.have.lengthOf(1)
    await complete(walk)
    const { eventId } = await Wait.findOne({ executionId: walk.execution._id }).orFail().lean()
    expect((await read(walk)).context).to.deep.equal({ n: events.indexOf(eventId ?? '') + 1 })
  })
})

/** Waits until some operation is blocked at writing to a collection. */
async function someoneWrites(collection: string): Promise<void> {
  await eventually(
    async () => {
      const admin = mongoose.connection.getClient().db('admin')
      return admin.aggregate([{ $currentOp: {} }, { $match: { 'command.findAndModify': collection } }]).toArray()
    },
    (operations) => operations.length > 0,
  )
}
