import { expect } from 'chai'
import { createJob, type JobRef } from '../../../../commands/base/jobs/advance-job.js'
import { cancelExecutions } from '../../../../commands/automation/executions/cancel-executions.js'
import { startExecution } from '../../../../commands/automation/executions/start-executions.js'
import { deleteWorkflow } from '../../../../commands/automation/workflows/delete-workflow.js'
import {
  deleteWorkflowSlice,
  type WorkflowDeletion,
} from '../../../../commands/automation/workflows/delete-workflow-slice.js'
import { revokeDeletion } from '../../../../commands/automation/workflows/revoke-deletion.js'
import { AppError } from '../../../../models/domain/errors.js'
import { ACTIVE_STATUSES } from '../../../../models/domain/execution-status.js'
import { Execution, Job, StepExecution, Workflow, WorkflowVersion } from '../../../support/models.js'
import { newId } from '../../../../runtime/ids.js'
import type { WorkflowRecord } from '../../../../models/workflow.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createContacts, createProject, createWorkflow } from '../../../support/factories.js'
import { makeStep } from '../../../support/graphs.js'
import { beginExecution } from '../../../support/walks.js'
import { documentsOf, dropEntries, waitingOf, enqueued } from '../../../support/outbox.js'

const DELAY = { config: { amount: 1, unit: 'days' } }

describe('the deletion of a workflow', () => {
  useDatabase()
  let projectId: string
  let workflow: WorkflowRecord

  beforeEach(async () => {
    projectId = (await createProject()).id
    workflow = await createWorkflow({ projectId, steps: [makeStep('DELAY', DELAY)], allowReentry: true })
  })

  const ref = () => ({ projectId, workflowId: workflow._id })
  const read = () => Workflow.findOne({ _id: workflow._id, projectId }).lean()
  const startFor = (contactId: string) =>
    startExecution({ workflow, contactId, context: {}, sourceEventId: null, depth: 0 })
  const start = async () => startFor((await createContact({ projectId }))._id)
  /** Lets others run for so many round trips to the database. */
  const pausing = async (roundTrips: number): Promise<void> => {
    for (let n = 0; n < roundTrips; n += 1) await read()
  }
  /** The number of active executions that a deletion was refused for, or null when it went through. */
  const remove = async (): Promise<number | null> => {
    try {
      await deleteWorkflow(ref())
      return null
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      return error.details?.['executions'] as number
    }
  }

  describe('and a start at the same moment', () => {
    it('never leaves an execution without its workflow, and never refuses both', async () => {
      const outcomes = { deleted: 0, started: 0 }
      // Neither side may win every time, or the test would prove nothing.
      const isTried = () => outcomes.deleted > 0 && outcomes.started > 0
      for (let round = 0; round < 12 || (!isTried() && round < 100); round += 1) {
        workflow = await createWorkflow({ projectId, steps: [makeStep('DELAY', DELAY)], allowReentry: true })
        const contacts = await createContacts(1 + (round % 3), { projectId })
        // They alternate in going first.
        const [active, ...started] = await Promise.all([
          pausing(round % 4).then(remove),
          ...contacts.map(({ _id }) => pausing((round + 2) % 4).then(() => startFor(_id))),
        ])
        const begun = started.filter((result) => result !== null).length
        const isThere = (await read()) !== null
        // An execution that a deletion ended stays until its Temporal workflow execution has ended.
        const standing = { workflowId: workflow._id, status: { $in: ACTIVE_STATUSES } }
        expect(await Execution.countDocuments(standing)).to.equal(begun)
        expect(isThere).to.equal(active !== null)
        if (active === null) expect(begun).to.equal(0)
        else expect(active).to.be.within(1, begun)
        outcomes[isThere ? 'started' : 'deleted'] += 1
      }
      expect(isTried(), JSON.stringify(outcomes)).to.equal(true)
    })

    it('is refused when an execution had begun before its check', async () => {
      await start()
      expect(await remove()).to.equal(1)
      expect(await start()).not.to.equal(null)
      expect(await remove()).to.equal(2)
    })

    it('checks again when an execution began after its check and removed its mark', async () => {
      // The state of a deletion before its check.
      await Workflow.updateOne({ _id: workflow._id }, { $set: { deletion: 'its mark' } })
      expect(await start()).not.to.equal(null)
      expect((await read())?.deletion).to.equal(undefined)
      expect(await remove()).to.equal(1)
    })

    it('prevents an execution that starts from an older read of the workflow', async () => {
      const stale = workflow
      expect(await remove()).to.equal(null)
      workflow = stale
      expect(await start()).to.equal(null)
      expect(await Execution.countDocuments({ projectId })).to.equal(0)
    })

    it('can be repeated after a deletion that stopped halfway', async () => {
      await Workflow.updateOne({ _id: workflow._id }, { $set: { deletion: 'of a process that died' } })
      expect(await remove()).to.equal(null)
      expect(await read()).to.equal(null)
    })
  })

  it('removes no mark from a workflow without one, and reports a workflow that is gone', async () => {
    const before = await read()
    expect(await revokeDeletion(ref())).to.equal(true)
    expect(await read()).to.deep.equal(before)
    expect(await revokeDeletion({ projectId, workflowId: newId() })).to.equal(false)
    expect(await revokeDeletion({ projectId: newId(), workflowId: workflow._id })).to.equal(false)
  })

  it('is not blocked by executions of a cancellation of all, whatever their records say', async () => {
    const cancelAll = async (): Promise<void> => {
      await cancelExecutions(ref(), 0)
      workflow = (await read()) ?? workflow
    }
    await start()
    await cancelAll()
    await start()
    expect(await remove()).to.equal(1)
    await cancelAll()
    // The state of the records before the job that ends them.
    await Execution.updateMany({ workflowId: workflow._id }, { $set: { status: 'RUNNING' } })
    expect(await remove()).to.equal(null)
  })

  describe('of the data of the workflow', () => {
    const begin = async (): Promise<JobRef> => {
      await Workflow.deleteOne({ _id: workflow._id, projectId })
      const input: WorkflowDeletion = { workflowId: workflow._id }
      const jobId = await createJob({ projectId, kind: 'DELETE_WORKFLOW', input, result: { deleted: 0 } })
      return { projectId, jobId }
    }
    /** Ended executions with two steps each. */
    const fill = async (count: number, workflowId = workflow._id): Promise<void> => {
      const ids = Array.from({ length: count }, newId)
      const fields = { projectId, workflowId, workflowVersion: 1, contactId: newId(), startedAt: new Date() }
      await Execution.insertMany(
        ids.map((_id) => ({ ...fields, _id, status: 'COMPLETED', temporalWorkflowId: `execution:${_id}` })),
      )
      const step = { projectId, stepId: 'x', status: 'COMPLETED', completedAt: new Date() } as const
      await StepExecution.insertMany(
        ids.flatMap((executionId) => [1, 2].map((sequence) => ({ ...step, executionId, sequence }))),
      )
    }
    const left = () =>
      Promise.all(
        [Execution, StepExecution, WorkflowVersion].map((model) => model.collection.countDocuments({ projectId })),
      )

    it('removes hundreds of executions in slices, and the versions with the last of them', async () => {
      const other = await createWorkflow({ projectId })
      await fill(450)
      await fill(3, other._id)
      const ref = await begin()
      const progress: number[] = []
      for (let isDone = false; !isDone;) {
        const done = await deleteWorkflowSlice(ref)
        progress.push(Math.floor(done.progress))
        isDone = done.isDone
        if (!isDone) expect((await left())[2]).to.equal(2)
      }
      expect(progress).to.deep.equal([44, 88, 100, 100])
      expect(await left()).to.deep.equal([3, 6, 1])
      const job = await Job.findOne({ _id: ref.jobId, projectId }).lean()
      expect(job).to.deep.include({ status: 'COMPLETED', progress: 100, result: { deleted: 450 } })
    })

    it('does so once when several run the same slices, and nothing more when it is repeated', async () => {
      await fill(450)
      const ref = await begin()
      const run = async (): Promise<void> => {
        for (let isDone = false; !isDone;) {
          isDone = await deleteWorkflowSlice(ref).then(
            ({ isDone }) => isDone,
            () => false,
          )
        }
      }
      await Promise.all([run(), run(), run()])
      expect(await left()).to.deep.equal([0, 0, 0])
      expect(await deleteWorkflowSlice(ref)).to.deep.include({ isDone: true })
      expect(await Job.findOne({ _id: ref.jobId, projectId }).lean()).to.include({ status: 'COMPLETED' })
    })

    it('ends an execution that a dead process left active, enqueues its end, and then removes it', async () => {
      const { _id } = await beginExecution(workflow, (await createContact({ projectId }))._id)
      const ref = await begin()

      const entries = await enqueued(async () => {
        expect((await deleteWorkflowSlice(ref)).isDone).to.equal(false)
      })
      expect(documentsOf(entries)).to.deep.equal([{ kind: 'execution', projectId, id: _id }])
      const ended = await Execution.findOne({ _id }).lean()
      expect(ended).to.include({ status: 'CANCELLED', exitReason: 'Workflow deleted' })
      expect(await waitingOf('execution', projectId)).to.include(_id)
      expect(await deleteWorkflowSlice(ref)).to.deep.include({ isDone: false })

      // The state after the relay.
      await dropEntries('execution', _id)
      let isDone = false
      while (!isDone) ({ isDone } = await deleteWorkflowSlice(ref))
      expect(await left()).to.deep.equal([0, 0, 0])
    })
  })
})
