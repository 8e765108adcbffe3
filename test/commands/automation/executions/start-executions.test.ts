import { expect } from 'chai'
import {
  startExecution,
  startExecutions,
  type Start,
} from '../../../../commands/automation/executions/start-executions.js'
import { Contact, Execution, Workflow } from '../../../support/models.js'
import type { ExecutionRecord } from '../../../../models/execution.js'
import { newId } from '../../../../runtime/ids.js'
import { Project } from '../../../../models/project.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createContacts, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { beginExecution, currentRef } from '../../../support/walks.js'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import { cancelExecutions } from '../../../../commands/automation/executions/cancel-executions.js'
import { completeStep } from '../../../../commands/automation/executions/complete-step.js'
import { commandsOf } from '../../../support/commands.js'
import { interrupted } from '../../../support/interrupted.js'
import { documentsOf, waitingOf, enqueued } from '../../../support/outbox.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'

const AT_ONCE = 20

async function makeWorkflow(allowReentry: boolean) {
  const { id: projectId } = await createProject()
  const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
  return { projectId, workflow: await createWorkflow({ projectId, steps, allowReentry }) }
}

describe('startExecution', () => {
  useDatabase()

  async function setUp(allowReentry: boolean) {
    const { projectId, workflow } = await makeWorkflow(allowReentry)
    const contact = await createContact({ projectId })
    const start = (sourceEventId: string | null = null) =>
      startExecution({ workflow, contactId: contact._id, context: {}, sourceEventId, depth: 0 })
    return { projectId, contact, workflow, start }
  }

  for (const allowReentry of [false, true]) {
    it(`makes one execution for ${AT_ONCE} simultaneous starts, or for one event, with allowReentry ${allowReentry}`, async () => {
      const eventId = newId()
      for (const [count, sourceEventId] of [
        [AT_ONCE, null],
        [10, eventId],
      ] as const) {
        const { projectId, start } = await setUp(allowReentry)
        const started = await Promise.all(Array.from({ length: count }, () => start(sourceEventId)))
        expect(started.filter((result) => result !== null)).to.have.lengthOf(1)
        expect(await Execution.countDocuments({ projectId })).to.equal(1)
      }
    })
  }

  it('admits a contact again after its execution ended only with allowReentry', async () => {
    for (const allowReentry of [false, true]) {
      const { start } = await setUp(allowReentry)
      const first = await start()
      if (!first) throw new Error('The first start was refused')
      await completeStep(currentRef(first), { status: 'COMPLETED', branch: null, output: null, error: null })
      expect((await start()) !== null).to.equal(allowReentry)
    }
  })

  it('lets a contact in again only with allowReentry, although its execution began and ended while the next one began', async () => {
    for (const allowReentry of [false, true]) {
      const { projectId, start } = await setUp(allowReentry)
      // The start has found no execution of the contact when another one begins and ends.
      const meanwhile = async (): Promise<void> => {
        const first = (await start()) ?? expect.fail('The first start was refused')
        await completeStep(currentRef(first), { status: 'COMPLETED', branch: null, output: null, error: null })
      }
      const started = await interrupted(Execution, 'bulkWrite', { work: () => start(), meanwhile })
      expect(started !== null).to.equal(allowReentry)
      expect(await Execution.countDocuments({ projectId })).to.equal(allowReentry ? 2 : 1)
    }
  })

  it('starts nothing again for an event whose execution has ended', async () => {
    const { projectId, workflow, start } = await setUp(true)
    const eventId = newId()
    const first = await start(eventId)
    await cancelExecution({ projectId, workflowId: workflow._id, executionId: first?._id ?? '' })
    expect(await start(eventId)).to.equal(null)
    expect(await start(newId())).not.to.equal(null)
  })

  it('counts earlier executions when a workflow stops admitting contacts again', async () => {
    const { projectId, contact, workflow } = await setUp(true)
    const { _id: executionId } = await beginExecution(workflow, contact._id)
    await cancelExecution({ projectId, workflowId: workflow._id, executionId })
    await Workflow.updateOne({ _id: workflow._id, projectId }, { $set: { allowReentry: false } })
    const stricter = await Workflow.findById(workflow._id).orFail().lean()
    const start = { contactId: contact._id, context: {}, sourceEventId: null, depth: 0 }
    expect(await startExecution({ ...start, workflow: stricter })).to.equal(null)
  })

  it('ends at once, with nothing to dispatch, when no step follows the TRIGGER', async () => {
    const { id: projectId } = await createProject()
    const contact = await createContact({ projectId })
    const workflow = await createWorkflow({ projectId })
    const execution = await beginExecution(workflow, contact._id)
    expect(execution).to.include({ status: 'COMPLETED', currentStepId: null })
    expect(execution.completedAt).to.be.instanceOf(Date)
    expect(execution).not.to.have.property('activeKey')
    expect(await waitingOf('execution', projectId)).to.deep.equal([])
  })

  it('starts nothing for a workflow that was disabled since it was read, or in a disabled project', async () => {
    for (const disable of [
      ({ _id }: WorkflowRecord) => Workflow.updateOne({ _id }, { $set: { enabled: false } }),
      ({ projectId }: WorkflowRecord) => Project.updateOne({ _id: projectId }, { $set: { disabled: true } }),
    ]) {
      const { workflow, start } = await setUp(false)
      await disable(workflow)
      expect(await start()).to.equal(null)
      expect(await Execution.countDocuments({ workflowId: workflow._id })).to.equal(0)
    }
  })

  it('either begins or leaves no trace, in races with the workflow being disabled', async () => {
    const outcomes = new Set<boolean>()
    for (let round = 0; round < 20; round += 1) {
      const { workflow, start } = await setUp(true)
      const { _id: workflowId, projectId } = workflow
      const disable = async () => Workflow.updateOne({ _id: workflowId, projectId }, { $set: { enabled: false } })
      const [started] = await Promise.all(round % 2 === 0 ? [start(), disable()] : [disable().then(() => start())])
      expect(await Execution.countDocuments({ workflowId })).to.equal(started ? 1 : 0)
      outcomes.add(started !== null)
    }
    expect(outcomes).to.include(false)
  })

  it('returns CANCELLED when all executions were cancelled since the workflow was read', async () => {
    const { projectId, workflow, start } = await setUp(true)
    const { cancelled } = await cancelExecutions({ projectId, workflowId: workflow._id })
    expect(cancelled).to.equal(0)
    let started: ExecutionRecord | null = null
    const entries = await enqueued(async () => (started = await start()))
    expect(started).to.include({ status: 'CANCELLED', exitReason: 'All executions cancelled' })
    const { _id: id } = await Execution.findOne({ projectId }).orFail().lean()
    expect(documentsOf(entries)).to.deep.equal([{ kind: 'execution', projectId, id }])
    expect(await Execution.countDocuments({ projectId, activeKey: { $exists: true } })).to.equal(0)
  })

  it('leaves no active execution in races with a later cancellation of all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { projectId, workflow, start } = await setUp(true)
      const ref = { projectId, workflowId: workflow._id }
      const [started] = await Promise.all([start(), cancelExecutions(ref)])
      await finishBegun(projectId)
      const { status } = await Execution.findById(started?._id).orFail().lean()
      expect(status).to.equal('CANCELLED')
    }
  })
})

describe('startExecutions', () => {
  useDatabase()

  async function setUp(allowReentry: boolean, contacts: number) {
    const { projectId, workflow } = await makeWorkflow(allowReentry)
    const contactIds = (await createContacts(contacts, { projectId })).map(({ _id }) => _id)
    const startOf = (contactId: string): Start => {
      return { contactId, context: { of: contactId }, sourceEventId: newId(), depth: 1 }
    }
    return { projectId, workflow, contactIds, startOf }
  }

  it('starts for many contacts with one entry, and with the same few commands for three and for thirty', async () => {
    const given: string[][] = []
    for (const count of [3, 30]) {
      const { projectId, workflow, contactIds, startOf } = await setUp(false, count)
      given.push(
        await commandsOf(async () => {
          let executions: ExecutionRecord[] = []
          const startAll = async () => (executions = await startExecutions(workflow, contactIds.map(startOf)))
          const entries = await enqueued(startAll)
          const started = executions.map(({ contactId, context }) => [contactId, context['of']])
          expect(started).to.have.deep.members(contactIds.map((id) => [id, id]))
          expect(new Set(executions.map(({ temporalWorkflowId }) => temporalWorkflowId)).size).to.equal(count)
          expect(entries.map(({ ids }) => ids)).to.deep.equal([executions.map(({ _id }) => _id)])
        }),
      )
      expect(await waitingOf('execution', projectId)).to.have.length(count)
    }
    const writes = ['update executions', 'insert step_counts', 'insert outbox', 'commitTransaction']
    const commands = ['find executions', ...writes, 'aggregate executions']
    expect(given.map((each) => each.filter((name) => name !== 'hello'))).to.deep.equal([commands, commands])
  })

  for (const allowReentry of [false, true]) {
    it(`starts once for each contact of several events, and not for one that is in it, with allowReentry ${allowReentry}`, async () => {
      const { projectId, workflow, contactIds, startOf } = await setUp(allowReentry, 9)
      const [first, ...others] = contactIds
      await beginExecution(workflow, first ?? '')
      const twice = contactIds.map(startOf).flatMap((start) => [start, { ...start, sourceEventId: newId() }])

      const executions = await startExecutions(workflow, twice)

      expect(executions.map(({ contactId }) => contactId)).to.have.members(others)
      // The first event of each contact arrived first.
      const firsts = new Set(twice.filter((_, index) => index % 2 === 0).map(({ sourceEventId }) => sourceEventId))
      expect(executions.every(({ sourceEventId }) => firsts.has(sourceEventId))).to.equal(true)
      expect(await Execution.countDocuments({ projectId })).to.equal(9)
    })
  }

  it('starts for all others when some contacts began meanwhile or are gone', async () => {
    const { projectId, workflow, contactIds, startOf } = await setUp(true, 20)
    const gone = contactIds.slice(0, 3)
    await Contact.deleteMany({ _id: { $in: gone }, projectId })
    const starts = contactIds.map(startOf)
    let executions: ExecutionRecord[] = []
    const startBoth = async () => {
      executions = (await Promise.all([startExecutions(workflow, starts), startExecutions(workflow, starts)])).flat()
    }
    const entries = await enqueued(startBoth)
    expect(executions.map(({ contactId }) => contactId)).to.have.members(contactIds.slice(3))
    const ids = executions.map(({ _id }) => _id)
    expect(entries.flatMap((entry) => entry.ids)).to.have.members(ids)
    expect(await waitingOf('execution', projectId)).to.have.members(ids)
  })
})
