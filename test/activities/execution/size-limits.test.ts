import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { createExecutionActivities } from '../../../activities/execution.js'
import type { WebhookAnswer } from '../../../activities/webhook/failures.js'
import { openWait } from '../../../commands/automation/executions/wait-for-event.js'
import type { NextStep, StepToRun } from '../../../models/domain/next-step.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Email, Execution } from '../../support/models.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { makeStep, makeTransition } from '../../support/graphs.js'
import { beginExecution, currentRef, outcomesOf, storeEvent } from '../../support/walks.js'
import { recordingDeps } from './entered-step.js'

const KILOBYTE = 1024
// The answers of at most 16 fit.
const WEBHOOKS = 20
// 64 KB as JSON, and several times as much as BSON.
const LARGE_ANSWER: WebhookAnswer = { statusCode: 200, response: Array(32_767).fill(0), truncated: false }

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
const documentBytes = (value: object): number => mongoose.mongo.BSON.calculateObjectSize(value)

describe('an execution', () => {
  useDatabase()

  it('keeps the outputs of its steps within 1 MB, so that its emails can always be stored', async () => {
    const { id: projectId } = await createProject()
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const calls = Array.from({ length: WEBHOOKS }, (_, n) =>
      makeStep('WEBHOOK', { name: `Call ${n}`, config: { url: 'https://crm.example.com/' } }),
    )
    const steps = [...calls, makeStep('SEND_EMAIL', { templateId }), makeStep('EXIT')]
    const workflow = await createWorkflow({ projectId, steps })
    const { deps, sent } = recordingDeps()
    const webhooks = { call: async () => LARGE_ANSWER, close: () => undefined }
    const activities = createExecutionActivities({ ...deps, webhooks })
    const { _id: executionId } = await beginExecution(workflow, (await createContact({ projectId }))._id)
    // The kept outputs are some megabytes.
    const execution = () => Execution.findOne({ _id: executionId, projectId }, { steps: 0 }).orFail().lean()

    const walk = async (nextStep: StepToRun): Promise<NextStep> => {
      const ref = currentRef(await execution())
      if (nextStep.kind === 'SEND_EMAIL') return asActivity(() => activities.sendStepEmail(ref))
      if (nextStep.kind === 'EXIT') return asActivity(() => activities.exitExecution(ref))
      try {
        return await asActivity(() => activities.callStepWebhook(ref))
      } catch (error) {
        // The workflow continues in this way after a final failure.
        if (!(error instanceof ApplicationFailure)) throw error
        const reason = error.message
        return asActivity(() => activities.failStep(ref, reason))
      }
    }
    let next: NextStep = { kind: 'WEBHOOK', stepId: '', sequence: 1, name: '' }
    while (next.kind !== 'END') next = await walk(next)

    expect(await execution()).to.include({ status: 'EXITED' })
    expect(sent).to.have.length(1)
    const walked = (await outcomesOf(executionId)).filter(({ output }) => output?.['method'] === 'POST')
    expect(walked).to.have.length(WEBHOOKS)
    const kept = walked.filter(({ error }) => error === null)
    expect(kept.length).to.be.within(12, 16)
    expect(kept.map(({ output }) => output?.['response'])).to.deep.equal(kept.map(() => LARGE_ANSWER.response))
    for (const { error, branch, output } of walked.slice(kept.length)) {
      expect({ error, branch }).to.deep.equal({ error: 'outputs_too_large', branch: 'failure' })
      expect(output).to.include({ statusCode: 200, success: false, response: null, truncated: true })
    }
    const email = await Email.findOne({ projectId, executionId }).orFail().lean()
    expect(documentBytes(email)).to.be.below(8 * KILOBYTE * KILOBYTE)
  })

  it('fails at an event that would make its context larger than 256 KB', async () => {
    const { id: projectId } = await createProject()
    const [one, other] = ['One', 'Other'].map((name) =>
      makeStep('WAIT_FOR_EVENT', { name, config: { eventName: 'paid' } }),
    )
    if (!one || !other) throw new Error('no steps')
    const transitions = [makeTransition(one, other), makeTransition(other, one)]
    const workflow = await createWorkflow({ projectId, steps: [one, other], transitions })
    const { _id: contactId } = await createContact({ projectId })
    const { _id: executionId } = await beginExecution(workflow, contactId)
    const execution = () => Execution.findOne({ _id: executionId, projectId }).orFail().lean()

    let next: NextStep | null = null
    for (let event = 0; event < 10 && next?.kind !== 'END'; event += 1) {
      const data = { [`order.${event}`]: 'x'.repeat(60 * KILOBYTE) }
      await storeEvent({ projectId, contactId, name: 'paid', data })
      next = await openWait(currentRef(await execution()))
    }

    const { status, exitReason, context, sequence } = await execution()
    expect({ status, exitReason, sequence }).to.deep.equal({
      status: 'FAILED',
      exitReason: 'context_too_large',
      sequence: 5,
    })
    expect(jsonBytes(unescapeData(context))).to.be.within(240 * KILOBYTE, 256 * KILOBYTE)
  })

  it('keeps the first 1,000 characters of a reason', async () => {
    const { id: projectId } = await createProject()
    const workflow = await createWorkflow({
      projectId,
      steps: [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })],
    })
    const execution = await beginExecution(workflow, (await createContact({ projectId }))._id)
    const activities = createExecutionActivities(recordingDeps().deps)
    await asActivity(() => activities.failStep(currentRef(execution), 'x'.repeat(20 * KILOBYTE * KILOBYTE)))
    const { status, exitReason } = await Execution.findById(execution._id).orFail().lean()
    expect({ status, exitReason }).to.deep.equal({ status: 'FAILED', exitReason: 'x'.repeat(1_000) })
  })
})
