import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import type { StepRef } from '../../../models/domain/directive.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { asActivity } from '../../support/activity-context.js'
import { commandsOf } from '../../support/commands.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { beginExecution } from '../../support/walks.js'
import { recordingDeps } from './entered-step.js'

// The outcome of the step, and the move to the next one.
const RECORDED = ['findAndModify step_executions', 'findAndModify executions']
const SENT = [
  'aggregate executions',
  'find templates',
  'insert emails',
  'aggregate contacts',
  'update emails',
  'update templates',
  'update events',
  'update contacts',
  'insert outbox',
  'commitTransaction',
  ...RECORDED,
]

describe('the commands that a reference execution gives MongoDB', () => {
  useDatabase()

  async function makeReference(projectId: string): Promise<WorkflowRecord> {
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const send = makeStep('SEND_EMAIL', { templateId })
    const delay = makeStep('DELAY', { config: { amount: 1, unit: 'days' } })
    const check = makeStep('CONDITION', { config: { field: 'subscribed', operator: 'equals', value: true } })
    const again = makeStep('SEND_EMAIL', { templateId })
    const exit = makeStep('EXIT')
    return createWorkflow({
      projectId,
      steps: [send, delay, check, again, exit],
      transitions: [
        makeTransition(send, delay),
        makeTransition(delay, check),
        makeTransition(check, again, 'yes'),
        makeTransition(again, exit),
      ],
    })
  }

  it('are one read and two writes a step, and those of the mail itself', async () => {
    const { id: projectId } = await createProject()
    const workflow = await makeReference(projectId)
    const activities = createExecutionActivities(recordingDeps().deps)
    const steps = ['sendEmail', 'completeDelay', 'evaluateCondition', 'sendEmail', 'exitExecution'] as const
    const walk = async (): Promise<string[][]> => {
      const { _id: executionId, currentStepId } = await beginExecution(
        workflow,
        (await createContact({ projectId }))._id,
      )
      const commands: string[][] = []
      let ref: StepRef = { projectId, executionId, stepId: currentStepId ?? '', sequence: 1 }
      for (const step of steps) {
        const given = await commandsOf(async () => {
          const next = await asActivity(() => activities[step](ref))
          if (next.kind !== 'END') ref = { ...ref, stepId: next.stepId, sequence: next.sequence }
        })
        // The process measures the clock of the database now and then.
        commands.push(given.filter((name) => name !== 'hello'))
      }
      return commands
    }
    // The definition and the content are read or stored once, with the first execution.
    await walk()
    const read = ['aggregate executions']
    expect(await walk()).to.deep.equal([
      SENT,
      [...read, ...RECORDED],
      [...read, 'aggregate contacts', ...RECORDED],
      SENT,
      [...read, ...RECORDED],
    ])
  })
})
