import { expect } from 'chai'
import { completeStep } from '../../../../commands/automation/executions/complete-step.js'
import { startExecution } from '../../../../commands/automation/executions/start-executions.js'
import { retryExecution } from '../../../../commands/automation/executions/retry-execution.js'
import { completeWait, openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { writeEvent, writeEvents } from '../../../../commands/base/events/write-events.js'
import { unescapeData } from '../../../../models/domain/fields.js'
import type { Step } from '../../../../models/domain/workflow-graph.js'
import { Event, Execution } from '../../../support/models.js'
import type { EventRecord } from '../../../../models/event.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import { completed, failed } from '../../../../models/step-execution.js'
import { newId } from '../../../../runtime/ids.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { dispatchEvents } from '../../../support/outbox.js'
import { beginExecution, currentRef, outcomesOf, storeEvent } from '../../../support/walks.js'

const SECOND_MS = 1_000
const until = (eventName: string) => makeStep('WAIT_FOR_EVENT', { name: eventName, config: { eventName, timeout: 60 } })

/** Steps in a row, whatever their outcome. */
function inRow(...steps: Step[]) {
  const transitions = steps.slice(1).flatMap((step, index) => {
    const before = steps[index] as Step
    if (before.type === 'WAIT_FOR_EVENT') {
      return [makeTransition(before, step, 'event'), makeTransition(before, step, 'timeout')]
    }
    if (before.type !== 'CONDITION') return [makeTransition(before, step)]
    return [makeTransition(before, step, 'yes'), makeTransition(before, step, 'no')]
  })
  return { steps, transitions }
}

describe('the events that a wait accepts', () => {
  useDatabase()

  let projectId: string
  let contactId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    contactId = (await createContact({ projectId }))._id
  })

  const happen = (name: string, data = {}) => storeEvent({ projectId, contactId, name, data })
  /** Changes the date of a stored event. */
  const at = (event: EventRecord, createdAt: Date) => Event.updateOne({ _id: event._id, projectId }, { createdAt })
  const read = ({ _id }: ExecutionRecord) => Execution.findById(_id).orFail().lean()
  const open = async (execution: ExecutionRecord) => openWait(currentRef(await read(execution)))
  const settle = async (execution: ExecutionRecord) => completeWait(currentRef(await read(execution)))
  const pass = async (execution: ExecutionRecord) =>
    completeStep(currentRef(await read(execution)), completed(null, 'yes'))
  const branches = async ({ _id }: ExecutionRecord) => (await outcomesOf(_id)).map(({ branch }) => branch)
  /** The execution that an event of this name starts, whose start is dispatched once `meanwhile` is done. */
  const startBy = async (trigger: EventRecord): Promise<ExecutionRecord> => {
    await dispatchEvents([trigger._id])
    return Execution.findOne({ projectId, sourceEventId: trigger._id }).orFail().lean()
  }
  const workflowOn = (eventName: string, ...steps: Step[]) =>
    createWorkflow({ projectId, ...inRow(...steps), triggerConfig: { eventName } })

  it('include an event after the trigger and before the start of the execution', async () => {
    await workflowOn('cart', until('paid'))
    const cart = await happen('cart')
    const paid = await happen('paid', { total: 5 })
    const execution = await startBy(cart)
    expect(paid.createdAt.getTime()).to.be.at.most(execution.startedAt.getTime())
    expect(await open(execution)).to.include({ kind: 'END', status: 'COMPLETED' })
    expect(await branches(execution)).to.deep.equal(['event'])
    expect((await read(execution)).context).to.deep.include({ total: 5 })
  })

  it('include no event before the trigger, nor the trigger itself', async () => {
    await workflowOn('cart', until('cart'), until('paid'))
    const paid = await happen('paid')
    const cart = await happen('cart')
    await at(paid, new Date(cart.createdAt.getTime() - 1))
    const execution = await startBy(cart)
    expect(await open(execution)).to.equal(null)
    await dispatchEvents([(await happen('cart'))._id])
    expect(await settle(execution)).to.include({ kind: 'WAIT_FOR_EVENT' })
    expect(await open(execution), 'an event of before the trigger').to.equal(null)
  })

  it('include an event before or during any step that takes no time', async () => {
    const steps = (['SEND_EMAIL', 'WEBHOOK', 'CONDITION', 'UPDATE_CONTACT'] as const).map((type) => makeStep(type))
    await workflowOn('cart', ...steps, until('paid'), until('seen'))
    const cart = await happen('cart')
    await happen('paid')
    const execution = await startBy(cart)
    await pass(execution)
    await happen('seen')
    for (let n = 1; n < steps.length; n += 1) await pass(execution)
    expect(await open(execution)).to.include({ kind: 'WAIT_FOR_EVENT' })
    // Events before the one that ended the previous wait do not count.
    expect(await open(execution)).to.include({ kind: 'END' })
    expect(await branches(execution)).to.deep.equal([...steps.map(() => 'yes'), 'event', 'event'])
  })

  it('include each event once after the one that ended the last wait', async () => {
    await workflowOn('cart', until('paid'), makeStep('UPDATE_CONTACT'), until('paid'), until('seen'))
    const execution = await startBy(await happen('cart'))
    const seen = await happen('seen')
    const [first, second] = [await happen('paid', { n: 1 }), await happen('paid', { n: 2 })]
    // All are in the same millisecond: their order has no meaning, and each ends a wait.
    for (const event of [first, second, seen]) await at(event, first.createdAt)
    await open(execution)
    await pass(execution)
    await open(execution)
    await open(execution)
    expect(await branches(execution)).to.deep.equal(['event', 'yes', 'event', 'event'])
    const ended = (await outcomesOf(execution._id)).flatMap(({ output }) => (output ? [output['eventId']] : []))
    expect(ended).to.have.members([first._id, second._id, seen._id])
  })

  it('include no event before the one that ended the last wait', async () => {
    await workflowOn('cart', until('paid'), until('seen'))
    const execution = await startBy(await happen('cart'))
    await open(execution)
    const seen = await happen('seen')
    const paid = await happen('paid')
    await at(seen, new Date(paid.createdAt.getTime() - 1))
    await dispatchEvents([paid._id])
    await settle(execution)
    expect(await open(execution)).to.equal(null)
    expect(await dispatchEvents([seen._id])).to.deep.equal([])
  })

  it('include those after the end of a delay, and none before', async () => {
    const delay = makeStep('DELAY', { config: { amount: 1, unit: 'minutes' } })
    await workflowOn('cart', delay, makeStep('UPDATE_CONTACT'), until('paid'))
    for (const offsetMs of [-1, 0, 1]) {
      const branch = offsetMs < 0 ? 'timeout' : 'event'
      contactId = (await createContact({ projectId }))._id
      const execution = await startBy(await happen('cart'))
      const wake = (await read(execution)).wakeAt as Date
      await at(await happen('paid'), new Date(wake.getTime() + offsetMs))
      await pass(execution)
      await pass(execution)
      await open(execution)
      if (branch === 'timeout') await settle(execution)
      expect((await branches(execution)).at(-1), `${offsetMs} ms after the wake`).to.equal(branch)
    }
  })

  it('do not start anew after a delay that took no time', async () => {
    const past = makeStep('DELAY', { config: { until: '2020-01-01T00:00:00Z' } })
    await workflowOn('cart', past, until('paid'))
    const early = await happen('paid')
    const cart = await happen('cart')
    await at(early, new Date(cart.createdAt.getTime() - SECOND_MS))
    const execution = await startBy(cart)
    await pass(execution)
    expect(await open(execution), 'an event of before the trigger').to.equal(null)

    contactId = (await createContact({ projectId }))._id
    const other = await happen('cart')
    await happen('paid')
    const second = await startBy(other)
    await pass(second)
    expect(await open(second)).to.include({ kind: 'END' })
  })

  it('include those after the time-out of the last wait', async () => {
    await workflowOn('cart', until('paid'), makeStep('UPDATE_CONTACT'), until('seen'))
    for (const offsetMs of [-1, 1]) {
      const branch = offsetMs < 0 ? 'timeout' : 'event'
      contactId = (await createContact({ projectId }))._id
      const execution = await startBy(await happen('cart'))
      await open(execution)
      const timeout = (await read(execution)).wakeAt as Date
      await at(await happen('seen'), new Date(timeout.getTime() + offsetMs))
      await settle(execution)
      await pass(execution)
      await open(execution)
      if (branch === 'timeout') await settle(execution)
      expect(await branches(execution), `${offsetMs} ms after the time-out`).to.deep.equal(['timeout', 'yes', branch])
    }
  })

  it('include those since the request, or since the schedule was due', async () => {
    const graph = inRow(makeStep('UPDATE_CONTACT'), until('paid'))
    const workflow = await createWorkflow({ projectId, ...graph, allowReentry: true })
    const early = await happen('paid')
    await at(early, new Date(early.createdAt.getTime() - SECOND_MS))
    const requested = await beginExecution(workflow, contactId)
    await pass(requested)
    expect(await open(requested)).to.equal(null)

    contactId = (await createContact({ projectId }))._id
    const paid = await happen('paid')
    const due = new Date(paid.createdAt.getTime() - 1)
    const start = { workflow, contactId, context: {}, sourceEventId: null, since: due, depth: 0 }
    const scheduled = await startExecution(start)
    if (!scheduled) throw new Error('The execution was refused')
    await pass(scheduled)
    expect(await open(scheduled)).to.include({ kind: 'END' })
  })

  it('stay the same in a retry, which has its whole time-out again', async () => {
    await workflowOn('cart', makeStep('WEBHOOK'), until('paid'))
    const execution = await startBy(await happen('cart'))
    await completeStep(currentRef(execution), failed('gone'))
    await happen('paid')
    const { workflowId } = execution
    await retryExecution({ projectId, workflowId, executionId: execution._id })
    await pass(execution)
    expect(await open(execution)).to.include({ kind: 'END' })
    expect(await branches(execution)).to.deep.equal([null, 'yes', 'event'])
  })

  it('do not include the event that ended a failed wait for any other wait', async () => {
    await workflowOn('cart', until('paid'))
    const execution = await startBy(await happen('cart'))
    const large = await happen('paid', { text: 'x'.repeat(600 * 1024) })
    expect(await open(execution)).to.include({ kind: 'END', status: 'FAILED' })
    const { workflowId } = execution
    await retryExecution({ projectId, workflowId, executionId: execution._id })
    expect(await open(execution), large._id).to.equal(null)
  })

  it('include an event by the time at which it was stored first, however often it is written', async () => {
    for (const write of ['together', 'alone'] as const) {
      const draft = { id: newId(), projectId, contactId, name: 'paid', data: { $total: '$5', 'a.b': 1 }, depth: 0 }
      const again = () =>
        write === 'alone' ? writeEvent(draft) : inTransaction((session) => writeEvents([draft], session))
      await again()
      const stored = await Event.findById(draft.id).orFail().lean()
      expect(stored.createdAt).to.be.an.instanceOf(Date)
      expect(unescapeData(stored.data)).to.deep.equal(draft.data)
      await happen('other')
      await again()
      expect(await Event.findById(draft.id).lean()).to.deep.equal(stored)
    }
  })

  it('include no event that is only recorded', async () => {
    await workflowOn('cart', until('email.received'))
    const cart = await happen('cart')
    const silent = { id: newId(), projectId, contactId, name: 'email.received', data: {}, isSilent: true }
    await inTransaction((session) => writeEvents([silent], session))
    const execution = await startBy(cart)
    expect(await open(execution)).to.equal(null)
  })
})
