import { expect } from 'chai'
import { checkEligibility } from '../../activities/delivery/check-eligibility.js'
import { loadConditionState, loadState, loadTemplateState } from '../../commands/automation/executions/load-state.js'
import { Suppression } from '../../models/suppression.js'
import { StepExecution } from '../../models/step-execution.js'
import { useDatabase } from '../support/database.js'
import { createContacts, createEmail, createProject, createTemplate, createWorkflow } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { operationsOf } from '../support/profiled.js'
import { beginExecution } from '../support/walks.js'
import { SLACK } from './expect-indexed.js'

const OTHERS = 60

describe('the plans of the queries of a step', () => {
  useDatabase()

  /** An execution among those of many contacts, workflows and projects. */
  async function furnish() {
    const { id: projectId } = await createProject()
    for (let n = 0; n < OTHERS; n += 1) await createProject()
    const contacts = await createContacts(OTHERS, { projectId })
    const check = makeStep('CONDITION', { config: { field: 'data.plan', operator: 'equals', value: 'pro' } })
    const { _id: templateId } = await createTemplate({ projectId })
    for (let n = 0; n < OTHERS; n += 1) await createTemplate({ projectId })
    const send = makeStep('SEND_EMAIL', { templateId })
    const steps = [send, check]
    const workflow = await createWorkflow({ projectId, steps })
    for (let n = 0; n < OTHERS; n += 1) await createWorkflow({ projectId })
    const executions = await Promise.all(contacts.map(({ _id }) => beginExecution(workflow, _id)))
    const done = { projectId, stepId: 'before', status: 'COMPLETED' as const, output: {}, completedAt: new Date() }
    await StepExecution.insertMany(executions.map(({ _id: executionId }) => ({ ...done, executionId, sequence: 1 })))
    await Suppression.insertMany(contacts.map(({ email }) => ({ projectId, email, reason: 'MANUAL' })))
    const execution = executions[0] ?? expect.fail('no execution has begun')
    const { contactId, _id: executionId } = execution
    const to = contacts[0]?.email ?? ''
    const email = await createEmail({ projectId, contactId, executionId, to, sequence: 1 })
    return { projectId, executionId, email, send, check, versionId: `${workflow._id}:1` }
  }

  it('read a few documents of each collection, however many there are', async () => {
    const { projectId, executionId, email, send, check, versionId } = await furnish()
    const READS: [collection: string, read: () => Promise<unknown>][] = [
      ['executions', () => loadState({ projectId, executionId })],
      ['executions', () => loadTemplateState({ projectId, executionId, step: send })],
      ['executions', () => loadConditionState({ projectId, executionId, step: check, versionId })],
      ['contacts', () => checkEligibility([email], true)],
    ]
    for (const [collection, read] of READS) {
      const operations = await operationsOf(collection, read)
      expect(operations).to.have.length(1)
      expect(operations[0]?.docsExamined ?? OTHERS, JSON.stringify(operations)).to.be.at.most(SLACK)
      expect(operations[0]?.keysExamined ?? OTHERS, JSON.stringify(operations)).to.be.at.most(2 * SLACK)
    }
  })
})
