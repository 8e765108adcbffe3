import { expect } from 'chai'
import { createExecutionActivities } from '../../../../activities/execution.js'
import { cancelExecution } from '../../../../commands/automation/executions/cancel-execution.js'
import { completeStep } from '../../../../commands/automation/executions/complete-step.js'
import { requestExecution } from '../../../../commands/automation/executions/request-execution.js'
import { retryExecution } from '../../../../commands/automation/executions/retry-execution.js'
import { completeWait, openWait } from '../../../../commands/automation/executions/wait-for-event.js'
import { changeWorkflow } from '../../../../commands/automation/workflows/change-workflow.js'
import { Contact } from '../../../../models/contact.js'
import { Event } from '../../../../models/event.js'
import { Execution, type ExecutionRecord } from '../../../../models/execution.js'
import { WorkflowVersion } from '../../../../models/workflow-version.js'
import { mapConcurrent } from '../../../../runtime/concurrency/map-concurrent.js'
import { asActivity } from '../../../support/activity-context.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject, createTemplate, createWorkflow } from '../../../support/factories.js'
import { makeStep, makeTransition } from '../../../support/graphs.js'
import { dispatchEvents } from '../../../support/outbox.js'
import { beginExecution, currentRef, storeEvent } from '../../../support/walks.js'
import { runs } from '../../../support/runs.js'
import { recordingDeps } from '../../../activities/execution/entered-step.js'

// Each race reaches each of its moments at least once, or at least twice when a moment may end in either way.
const times = (usual: number): number => runs(usual).numRuns
const MOMENTS_OF_TWO = times(77)
const AT_ONCE = 8
const OUTCOME = { status: 'COMPLETED', branch: null, output: null, error: null } as const

describe('races over an execution', () => {
  useDatabase()

  const read = ({ _id, projectId }: ExecutionRecord) => Execution.findOne({ _id, projectId }).orFail().lean()
  const raceEach = (race: (n: number) => Promise<void>, count: number) =>
    mapConcurrent(
      Array.from({ length: count }, (_, n) => n),
      AT_ONCE,
      race,
    )
  /** Lets the other side of a race execute so many commands. */
  const after = async (commands: number): Promise<void> => {
    for (let n = 0; n < commands; n += 1) await Contact.exists({ _id: 'none', projectId: 'none' })
  }

  async function makeMailing() {
    const { id: projectId } = await createProject()
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const send = makeStep('SEND_EMAIL', { templateId })
    const exit = makeStep('EXIT')
    const workflow = await createWorkflow({
      projectId,
      steps: [send, exit],
      transitions: [makeTransition(send, exit)],
      allowReentry: true,
    })
    return { projectId, workflow }
  }

  it('sends no mail after the answer to a cancellation, and ends either cancelled or completed', async () => {
    const { projectId, workflow } = await makeMailing()
    const { deps, sent } = recordingDeps()
    const { provider } = deps
    const answered = new Set<string>()
    const late: string[] = []
    const leaving = new Map<string, () => void>()
    deps.provider = {
      ...provider,
      async send(message) {
        if (answered.has(message.to)) late.push(message.to)
        leaving.get(message.to)?.()
        return provider.send(message)
      },
    }
    const activities = createExecutionActivities(deps)
    const ends = { CANCELLED: 0, EXITED: 0 }
    await raceEach(async (n) => {
      const contact = await createContact({ projectId })
      const execution = await beginExecution(workflow, contact._id)
      const ref = currentRef(execution)
      const leaves = new Promise<void>((resolve) => void leaving.set(contact.email, resolve))
      const walked = asActivity(() => activities.sendStepEmail(ref))
      // Some come while the mail leaves, or when all is finished, however long that takes.
      const moments = [walked, Promise.race([leaves, walked])]
      const cancel = async (): Promise<void> => {
        await (moments[n % 16] ?? after(n % 16))
        await cancelExecution({ projectId, workflowId: workflow._id, executionId: execution._id }).catch(
          (error: { code?: string }) => expect(error.code).to.equal('CONFLICT'),
        )
        answered.add(contact.email)
      }
      await Promise.all([walked, cancel()])
      const { status, steps } = await read(execution)
      const mails = sent.filter(({ to }) => to === contact.email).length
      if (status === 'EXITED') expect([mails, steps.length]).to.deep.equal([1, 2])
      else expect([status, steps, mails <= 1]).to.deep.equal(['CANCELLED', [], true])
      ends[status as keyof typeof ends] += 1
    }, times(36))
    expect(late).to.deep.equal([])
    expect(
      Object.values(ends).every((count) => count > 0),
      JSON.stringify(ends),
    ).to.equal(true)
  })

  it('starts one execution for two events and a request', async () => {
    const { id: projectId } = await createProject()
    const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
    const workflows = await Promise.all(
      [true, false].map((allowReentry) =>
        createWorkflow({ projectId, steps, allowReentry, triggerConfig: { eventName: `again ${allowReentry}` } }),
      ),
    )
    await raceEach(async (n) => {
      const { _id: contactId } = await createContact({ projectId })
      const workflow = workflows[n % 2] ?? expect.fail('no workflow')
      const { _id: workflowId, triggerConfig } = workflow
      const name = triggerConfig.eventName ?? ''
      const events = [
        await storeEvent({ projectId, contactId, name }),
        await storeEvent({ projectId, contactId, name }),
      ]
      const request = () =>
        requestExecution({ projectId, workflowId, contactId, context: {} }).catch((error: { code?: string }) =>
          expect(error.code).to.equal('CONFLICT'),
        )
      const [first, second] = events.map(({ _id }) => _id)
      const together = n % 3 === 0 ? [[first ?? '', second ?? '']] : [[first ?? ''], [second ?? '']]
      await Promise.all([...together.map((ids) => dispatchEvents(ids)), after(n % 9).then(request)])
      expect(await Execution.countDocuments({ projectId, workflowId, contactId })).to.equal(1)
    }, times(18))
  })

  it('ends a wait by its event or by its time-out, consistently with the stored wait', async () => {
    const { id: projectId } = await createProject()
    const wait = makeStep('WAIT_FOR_EVENT', { config: { eventName: 'paid' } })
    const ends = ['event', 'timeout'].map((name) => makeStep('EXIT', { name, config: { reason: name } }))
    const transitions = ends.map((end) => makeTransition(wait, end, end.name))
    const workflow = await createWorkflow({ projectId, steps: [wait, ...ends], transitions })
    const reasons = { event: 0, timeout: 0 }
    await raceEach(async (n) => {
      const { _id: contactId } = await createContact({ projectId })
      const execution = await beginExecution(workflow, contactId)
      const ref = currentRef(execution)
      await openWait(ref)
      const happen = async (): Promise<void> => {
        await after(n % 7)
        await dispatchEvents([(await storeEvent({ projectId, contactId, name: 'paid' }))._id])
      }
      const timeOut = async (): Promise<void> => {
        await after((n * 3) % 11)
        await completeWait(ref)
      }
      await Promise.all([happen(), timeOut(), timeOut()])
      const { status, exitReason, steps } = await read(execution)
      expect([status, steps?.length]).to.deep.equal(['EXITED', 2])
      reasons[exitReason as keyof typeof reasons] += 1
    }, MOMENTS_OF_TWO)
    expect(reasons.event + reasons.timeout).to.equal(MOMENTS_OF_TWO)
    expect(Math.min(reasons.event, reasons.timeout), JSON.stringify(reasons)).to.be.greaterThan(0)
    expect(await Event.countDocuments({ projectId, name: 'paid' })).to.equal(MOMENTS_OF_TWO)
  })

  it('runs each execution in the version with which it began, while the workflow is edited', async () => {
    const { id: projectId } = await createProject()
    const update = makeStep('UPDATE_CONTACT', { config: { updates: { seen: true } } })
    const exit = makeStep('EXIT', { config: { reason: 'version 1' } })
    const { _id: workflowId, ...rest } = await createWorkflow({
      projectId,
      steps: [update, exit],
      transitions: [makeTransition(update, exit)],
    })
    let edited = { _id: workflowId, ...rest }
    const versions = new Set<number>()
    const edit = async (): Promise<void> => {
      const workflow = await changeWorkflow({ projectId, workflowId }, ({ steps, version }) => ({
        steps: steps.map((step) =>
          step.id === exit.id ? { ...step, config: { reason: `version ${version + 1}` } } : step,
        ),
      }))
      edited = workflow
    }
    await raceEach(async () => {
      const { _id: contactId } = await createContact({ projectId })
      const [execution] = await Promise.all([beginExecution(edited, contactId), edit()])
      await Promise.all([completeStep(currentRef(execution), OUTCOME), edit()])
      const { workflowVersion, exitReason } = await read(execution)
      expect(exitReason).to.equal(`version ${workflowVersion}`)
      versions.add(workflowVersion)
    }, times(24))
    expect(versions.size).to.be.greaterThan(10)
    expect(await WorkflowVersion.countDocuments({ projectId, workflowId })).to.equal(edited.version)
  })

  it('accepts one of three retries, which sends one mail', async () => {
    const { projectId, workflow } = await makeMailing()
    const { deps, sent } = recordingDeps()
    const activities = createExecutionActivities(deps)
    await raceEach(async (n) => {
      const contact = await createContact({ projectId })
      const execution = await beginExecution(workflow, contact._id)
      const ref = { projectId, workflowId: workflow._id, executionId: execution._id }
      await asActivity(() => activities.failStep(currentRef(execution), 'broken'))
      const retry = async (): Promise<'retried' | 'refused'> => {
        try {
          await retryExecution(ref)
          return 'retried'
        } catch (error) {
          expect(error).to.include({ code: 'CONFLICT' })
          return 'refused'
        }
      }
      const answers = await Promise.all([retry(), after(n % 5).then(retry), after(n % 3).then(retry)])
      expect(answers.filter((answer) => answer === 'retried')).to.have.length(1)
      const place = currentRef(await read(execution))
      await Promise.all([1, 2].map(() => asActivity(() => activities.sendStepEmail(place)).catch(() => undefined)))
      await asActivity(() => activities.sendStepEmail(place), 2).catch(() => undefined)
      expect(sent.filter(({ to }) => to === contact.email)).to.have.length(1)
      expect(await read(execution)).to.include({ status: 'EXITED', retries: 1 })
    }, times(15))
  })
})
