import { expect } from 'chai'
import { isDeepStrictEqual } from 'node:util'
import { createExecutionActivities } from '../../../activities/execution.js'
import { nextStepFor } from '../../../models/domain/enter-step.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { asActivity } from '../../support/activity-context.js'
import { commandsOf } from '../../support/commands.js'
import { useDatabase } from '../../support/database.js'
import { eventually } from '../../support/eventually.js'
import { createContact, createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { beginExecution } from '../../support/walks.js'
import { recordingDeps } from './entered-step.js'

// The move that records the outcome of a step, and counts it.
const MOVED = ['update executions', 'insert step_counts', 'commitTransaction']
// The state of the step, the mail, and the move.
const SENT = [
  ['aggregate executions', 'insert emails', 'aggregate contacts', 'update emails', 'update templates'],
  ['update events', 'update contacts', 'insert outbox', 'commitTransaction', ...MOVED],
].flat()

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

  it('are one read and one transaction a step, none for delays and exits, and those of the delivery itself', async () => {
    const { id: projectId } = await createProject()
    const workflow = await makeReference(projectId)
    const activities = createExecutionActivities(recordingDeps().deps)
    const walk = async (): Promise<string[][]> => {
      const { _id: contactId } = await createContact({ projectId })
      const execution = await beginExecution(workflow, contactId)
      const of = { projectId, executionId: execution._id, versionId: `${workflow._id}:1` }
      const commands: string[][] = []
      let nextStep = nextStepFor(workflow, execution)
      while (nextStep.kind !== 'END') {
        const { kind, stepId, sequence, followedBy, endsDelay } = nextStep
        if (followedBy) {
          nextStep = { kind: 'CONDITION', ...followedBy, sequence: sequence + 1, endsDelay: true }
          continue
        }
        const step = kind === 'SEND_EMAIL' ? 'sendStepEmail' : 'evaluateCondition'
        const given = await commandsOf(async () => {
          nextStep = await asActivity(() => activities[step]({ ...of, stepId, sequence, endsDelay }))
        })
        // The process reads the clock of the database from time to time.
        commands.push(given.filter((name) => name !== 'hello'))
      }
      expect(nextStep).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'EXIT' })
      return commands
    }
    // The definition and the content are read or stored once, with the first execution.
    await walk()
    const expected = [SENT, ['aggregate executions', ...MOVED], SENT]
    // A slow machine checks a message again before its submission.
    await eventually(walk, (commands) => isDeepStrictEqual(commands, expected))
  })
})
