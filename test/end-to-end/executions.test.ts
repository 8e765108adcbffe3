import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { Email, Execution, Template } from '../support/models.js'
import { fetchHistory, keepHistory } from '../support/record-histories.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow, type StepPlan } from '../support/workflows.js'
import { waitingOf } from '../support/outbox.js'

const CONTACTS = 15
const MAILS = 8
const FAILING = 4

describe('executions that are cancelled and retried', () => {
  const posthorn = useStack()
  let connection: Connection
  let temporal: Client

  before(async () => {
    connection = await Connection.connect({ address: posthorn.stack.info.temporal })
    temporal = new Client({ connection })
  })
  after(() => connection.close())

  const stateOf = async (workflowId: string): Promise<string> =>
    (await temporal.workflow.getHandle(workflowId).describe()).status.name
  const pause = (name: string, minutes: number): StepPlan => ({
    name,
    type: 'DELAY',
    config: { amount: minutes, unit: 'minutes' },
  })

  it('send nothing after the answer to the cancellation of all, although they were sending', async () => {
    const { api } = posthorn
    const templateId = await makeTemplate(api, 'Drip')
    // The last pause keeps each execution from its end before it is cancelled.
    const steps = Array.from({ length: MAILS }, (_, n): StepPlan[] => [
      { name: `Mail ${n}`, type: 'SEND_EMAIL', templateId },
      pause(`Pause ${n}`, n === MAILS - 2 ? 60 : 0.005),
    ]).flat()
    const workflowId = await makeWorkflow(api, { name: 'Drip', eventName: 'drip', steps })
    const arrived = async () => (await posthorn.inbox({ subject: 'Drip' })).length
    await posthorn.behave({ latencyMs: 200 })
    await Promise.all(Array.from({ length: CONTACTS }, (_, n) => posthorn.track(`drip-${n}@example.com`, 'drip')))
    await eventually(arrived, (count) => count > CONTACTS)

    const { status, body } = await api.post(`/workflows/${workflowId}/executions/cancel-all`)
    const answeredAt = Date.now()
    const atAnswer = await arrived()

    expect(status).to.equal(202)
    expect(body.cancelled).to.be.greaterThan(0)
    expect(atAnswer).to.be.lessThan(CONTACTS * MAILS)
    expect((await api.get(`/workflows/${workflowId}/executions?status=CANCELLED`)).body.total).to.be.at.least(
      body.cancelled,
    )
    // Nothing is left that could send once every Temporal workflow execution has closed.
    const executions = await Execution.find({ workflowId }, { temporalWorkflowId: 1 }).lean()
    for (const { temporalWorkflowId } of executions) {
      await eventually(
        () => stateOf(temporalWorkflowId),
        (state) => state !== 'RUNNING',
      )
    }
    expect(await Execution.countDocuments({ workflowId, status: { $in: ['RUNNING', 'WAITING'] } })).to.equal(0)
    expect(await Email.countDocuments({ workflowId, status: { $in: ['PENDING', 'SENDING'] } })).to.equal(0)
    expect(await arrived()).to.equal(atAnswer)
    const last = await Email.findOne({ workflowId, sentAt: { $ne: null } })
      .sort({ sentAt: -1 })
      .orFail()
      .lean()
    expect(Number(last.sentAt)).to.be.at.most(answeredAt)
  })

  it('continue at the failed step, also when they are retried before they have failed in Temporal', async () => {
    const { api } = posthorn
    const [first, second] = [await makeTemplate(api, 'Before the fault'), await makeTemplate(api, 'After the fault')]
    const workflowId = await makeWorkflow(api, {
      name: 'Fault',
      eventName: 'fault',
      steps: [
        { name: 'Before', type: 'SEND_EMAIL', templateId: first },
        { name: 'After', type: 'SEND_EMAIL', templateId: second },
        { name: 'Done', type: 'EXIT', config: { reason: 'repaired' } },
      ],
    })
    const template = await Template.findByIdAndDelete(second).orFail().lean()
    await Promise.all(Array.from({ length: FAILING }, (_, n) => posthorn.track(`fault-${n}@example.com`, 'fault')))
    const path = `/workflows/${workflowId}/executions`
    const failed = async () => (await api.get(`${path}?status=FAILED&pageSize=100`)).body.data
    const all = await eventually(failed, ({ length }) => length === FAILING)
    const retry = async (id: string) => expect((await api.post(`${path}/${id}/retry`)).status).to.equal(200)
    const until = (id: string, status: string) =>
      eventually(
        async () => (await api.get(`${path}/${id}`)).body,
        (found) => found.status === status,
      )

    await Promise.all(
      all.map(async ({ id }: { id: string }) => {
        for (let round = 0; round < 3; round += 1) {
          await retry(id)
          expect(await until(id, 'FAILED')).to.include({ exitReason: 'Template not found' })
        }
      }),
    )
    await Template.collection.insertOne(template as never)
    await Promise.all(all.map(({ id }: { id: string }) => retry(id)))

    for (const { id, temporalWorkflowId } of all) {
      const ended = await until(id, 'EXITED')
      expect(ended.exitReason).to.equal('repaired')
      const attempts = ended.stepExecutions.map((step: { attempts: number }) => step.attempts)
      expect(attempts).to.deep.equal([1, 5, 1])
      await eventuallyEquals(() => stateOf(temporalWorkflowId), 'COMPLETED')
    }
    for (const subject of ['Before the fault', 'After the fault']) {
      expect(await posthorn.inbox({ subject })).to.have.length(FAILING)
    }
    await keepHistory('walk-retried', await fetchHistory(posthorn, all[0].temporalWorkflowId))
  })

  for (const [stop, state] of [
    ['cancel', 'CANCELLED'],
    ['terminate', 'TERMINATED'],
  ] as const) {
    it(`are CANCELLED in the API when an operator uses ${stop} in Temporal`, async () => {
      const { api } = posthorn
      const eventName = `${stop} me`
      const workflowId = await makeWorkflow(api, { name: 'Stopped', eventName, steps: [pause('Pause', 60)] })
      await posthorn.track('stopped@example.com', eventName)
      const execution = await eventually(
        async () => {
          const found = await Execution.findOne({ workflowId, status: 'WAITING' }).lean()
          return found && !(await waitingOf('execution')).includes(found._id) ? found : null
        },
        (found) => found !== null,
      )
      const id = execution?.temporalWorkflowId ?? ''

      await temporal.workflow.getHandle(id)[stop]()

      const shown = await eventually(
        async () => (await api.get(`/workflows/${workflowId}/executions/${execution?._id}`)).body,
        ({ status }) => !['RUNNING', 'WAITING'].includes(status),
      )
      expect(shown).to.include({ status: 'CANCELLED', exitReason: 'Cancelled in Temporal', wakeAt: null })
      await eventuallyEquals(() => stateOf(id), state)
      if (stop === 'cancel') await keepHistory('walk-cancelled-in-temporal', await fetchHistory(posthorn, id))
    })
  }
})
