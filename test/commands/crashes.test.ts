import { expect } from 'chai'
import { checkEligibility } from '../../activities/delivery/check-eligibility.js'
import { trackEvent } from '../../commands/automation/reactions/track-event.js'
import { cancelExecution } from '../../commands/automation/executions/cancel-execution.js'
import { stepEmailId } from '../../commands/automation/executions/find-step-email.js'
import { retryExecution } from '../../commands/automation/executions/retry-execution.js'
import { completeStep } from '../../commands/automation/executions/complete-step.js'
import { completeWait, openWait } from '../../commands/automation/executions/wait-for-event.js'
import { planDataPatch } from '../../models/domain/data.js'
import type { NextStep } from '../../models/domain/next-step.js'
import { AppError } from '../../models/domain/errors.js'
import { Contact, Email, Event, Execution, Wait } from '../support/models.js'
import type { ExecutionRecord } from '../../models/execution.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { crashEverywhere } from '../support/crashes.js'
import { useDatabase } from '../support/database.js'
import { createContact, createEmail, createProject, createWorkflow } from '../support/factories.js'
import { makeStep, makeTransition } from '../support/graphs.js'
import { dispatchAll } from '../support/dispatch-all.js'
import { beginExecution, currentRef, outcomesOf } from '../support/walks.js'
import { dispatchEvents, dropEntries, waitingOf } from '../support/outbox.js'

const sleep = makeStep('DELAY', { config: { amount: 1, unit: 'days' } })
const wait = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid', timeout: 3_600 } })
const thanks = makeStep('UPDATE_CONTACT', { name: 'Thanks' })
const reminder = makeStep('UPDATE_CONTACT', { name: 'Reminder' })
const waiting = {
  steps: [wait, thanks, reminder],
  transitions: [makeTransition(wait, thanks, 'event'), makeTransition(wait, reminder, 'timeout')],
}

/** A contact in the waiting step of one or more workflows. */
interface Scene {
  projectId: string
  contactId: string
  executions: ExecutionRecord[]
}

/** A repeated request that finds its work completed is refused. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
}

/** Tracks an event as a gateway does: stores it, and then dispatches it. */
async function track({ projectId, contactId }: Scene, name = 'paid'): Promise<void> {
  const patch = planDataPatch({ amount: 7 })
  const { event } = await trackEvent({ projectId, who: { id: contactId }, name, patch, claim: null })
  await dispatchEvents([event._id])
}

const openAll = ({ executions }: Scene): Promise<(NextStep | null)[]> =>
  Promise.all(executions.map((execution) => openWait(currentRef(execution))))

/**
 * Continues as Temporal workflow executions do: opens waits again, and ends them by their signal or, failing that, by
 * their timer.
 */
async function recover(scene: Scene): Promise<void> {
  await openAll(scene)
  await dispatchAll(scene.projectId)
  for (const execution of scene.executions) await completeWait(currentRef(execution))
}

/** A stored event ends every wait, once; without a stored event every wait times out. */
async function isAccountedFor({ projectId, executions }: Scene): Promise<void> {
  const event = await Event.findOne({ projectId, name: 'paid' }).lean()
  for (const { _id } of executions) {
    const execution = await Execution.findById(_id).orFail().lean()
    const waits = await Wait.find({ executionId: _id }).lean()
    const outcomes = await outcomesOf(_id)
    const ended = {
      waits: waits.map(({ state, eventId }) => [state, eventId]),
      branches: outcomes.map(({ branch }) => branch),
      sequence: execution.sequence,
      context: execution.context,
    }
    const byEvent = { waits: [['matched', event?._id]], branches: ['event'], context: { amount: 7 } }
    const byTimeout = { waits: [['timed_out', null]], branches: ['timeout'], context: {} }
    expect(ended).to.deep.equal({ ...(event ? byEvent : byTimeout), sequence: 2 })
  }
}

describe('a process that dies at any call to MongoDB', () => {
  useDatabase()

  async function enter(workflows: number): Promise<Scene> {
    const { id: projectId } = await createProject()
    const { _id: contactId } = await createContact({ projectId })
    const made: WorkflowRecord[] = []
    for (let n = 0; n < workflows; n += 1) made.push(await createWorkflow({ projectId, ...waiting }))
    const executions = await Promise.all(made.map((workflow) => beginExecution(workflow, contactId)))
    return { projectId, contactId, executions }
  }

  it('starts one execution for every event that is stored, and none for one that is not', async () => {
    const crashes = await crashEverywhere<Scene>({
      async prepare() {
        const { id: projectId } = await createProject()
        await createWorkflow({ projectId, steps: [sleep], triggerConfig: { eventName: 'signed up' } })
        const { _id: contactId } = await createContact({ projectId })
        return { projectId, contactId, executions: [] }
      },
      work: (scene) => track(scene, 'signed up'),
      recover: ({ projectId }) => dispatchAll(projectId),
      async check({ projectId }) {
        const events = await Event.countDocuments({ projectId, name: 'signed up' })
        expect(await Execution.countDocuments({ projectId, status: 'WAITING' })).to.equal(events)
        const { activity } = await Contact.findOne({ projectId }).orFail().lean()
        expect(activity?.['signed up']?.count ?? 0).to.equal(events)
      },
    })
    expect(crashes).to.be.greaterThan(15)
  })

  it('loses no event when the waits that it ends are open', async () => {
    const crashes = await crashEverywhere<Scene>({
      async prepare() {
        const scene = await enter(2)
        await openAll(scene)
        return scene
      },
      work: (scene) => track(scene),
      recover,
      check: isAccountedFor,
    })
    expect(crashes).to.be.greaterThan(15)
  })

  it('loses no event that comes while its wait is being opened', async () => {
    const crashes = await crashEverywhere<Scene>({
      prepare: () => enter(1),
      work: (scene) => Promise.allSettled([openAll(scene), track(scene)]),
      recover,
      check: isAccountedFor,
    })
    expect(crashes).to.be.greaterThan(20)
  })

  it('lets an event and a time-out never both win', async () => {
    const crashes = await crashEverywhere<Scene>({
      async prepare() {
        const scene = await enter(1)
        await openAll(scene)
        return scene
      },
      work: (scene) =>
        Promise.allSettled([...scene.executions.map((each) => completeWait(currentRef(each))), track(scene)]),
      recover,
      async check({ executions }) {
        for (const { _id } of executions) {
          const { state } = await Wait.findOne({ executionId: _id }).orFail().lean()
          const outcomes = await outcomesOf(_id)
          expect(outcomes.map(({ branch }) => branch)).to.deep.equal([state === 'matched' ? 'event' : 'timeout'])
          const { context, sequence, currentStepId } = await Execution.findById(_id).orFail().lean()
          expect({ context, sequence, currentStepId }).to.deep.equal({
            context: state === 'matched' ? { amount: 7 } : {},
            sequence: 2,
            currentStepId: state === 'matched' ? thanks.id : reminder.id,
          })
        }
      },
    })
    expect(crashes).to.be.greaterThan(15)
  })

  it('moves an execution on by one step, with the outcome that was recorded first', async () => {
    const outcome = (branch: string) => ({ status: 'COMPLETED' as const, branch, output: { branch }, error: null })
    const settleAs = ({ executions }: Scene, branch: string): Promise<NextStep[]> =>
      Promise.all(executions.map((execution) => completeStep(currentRef(execution), outcome(branch))))
    const crashes = await crashEverywhere<Scene>({
      prepare: () => enter(1),
      work: (scene) => settleAs(scene, 'event'),
      recover: (scene) => settleAs(scene, 'timeout'),
      async check({ executions: [execution] }) {
        const [recorded, ...others] = await outcomesOf(execution?._id ?? '')
        expect(others).to.deep.equal([])
        const { currentStepId, sequence } = await Execution.findById(execution?._id).orFail().lean()
        expect({ currentStepId, sequence }).to.deep.equal({
          currentStepId: recorded?.branch === 'event' ? thanks.id : reminder.id,
          sequence: 2,
        })
      },
    })
    expect(crashes).to.be.greaterThan(3)
  })

  it('cancels an execution completely once the cancellation is repeated', async () => {
    const cancel = ({ projectId, executions }: Scene): Promise<unknown> =>
      Promise.all(
        executions.map(({ _id: executionId, workflowId }) =>
          cancelExecution({ projectId, workflowId, executionId }, 100),
        ),
      )
    const crashes = await crashEverywhere<Scene>({
      async prepare() {
        const scene = await enter(1)
        await openAll(scene)
        const { projectId, contactId, executions } = scene
        for (const execution of executions) {
          const _id = stepEmailId(execution, execution)
          await createEmail({ _id, projectId, contactId, executionId: execution._id, sequence: 1 })
          await dropEntries('execution', execution._id)
        }
        return scene
      },
      work: cancel,
      recover: (scene) => cancel(scene).catch(unlessEnded),
      async check({ projectId, executions }) {
        const ids = executions.map(({ _id }) => _id)
        const ended = await Execution.find({ _id: { $in: ids } }).lean()
        expect(ended.map(({ status }) => status)).to.deep.equal(['CANCELLED'])
        expect(await waitingOf('execution', projectId)).to.include.members(ids)
        for (const email of await Email.find({ projectId }).lean()) {
          const cancelled = { status: 'SKIPPED', reason: 'cancelled' }
          expect(await checkEligibility([email], true)).to.deep.equal([cancelled])
        }
      },
    })
    expect(crashes).to.be.greaterThan(5)
  })

  it('resumes a failed execution once, however often the retry is repeated', async () => {
    const failure = { status: 'FAILED' as const, branch: null, output: null, error: 'broken' }
    const retry = ({ projectId, executions }: Scene): Promise<unknown> =>
      Promise.all(
        executions.map(({ _id: executionId, workflowId }) => retryExecution({ projectId, workflowId, executionId })),
      )
    const crashes = await crashEverywhere<Scene>({
      async prepare() {
        const scene = await enter(1)
        for (const execution of scene.executions) {
          await completeStep(currentRef(execution), failure)
          await dropEntries('execution', execution._id)
        }
        return scene
      },
      work: retry,
      recover: (scene) => retry(scene).catch(unlessEnded),
      async check({ executions: [execution] }) {
        const { status, retries, sequence, activeKey, projectId, _id } = await Execution.findById(execution?._id)
          .orFail()
          .lean()
        expect({ status, retries, sequence }).to.deep.equal({ status: 'WAITING', retries: 1, sequence: 1 })
        expect(activeKey).not.to.equal(undefined)
        expect(await waitingOf('execution', projectId)).to.include(_id)
      },
    })
    expect(crashes).to.be.greaterThan(5)
  })
})
