import { expect } from 'chai'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import { ProviderError, type ProviderErrorKind } from '../../../activities/providers/provider.js'
import { createExecutionActivities } from '../../../activities/execution.js'
import type { ExecutionDeps } from '../../../activities/execution/deps.js'
import { updateStepContact } from '../../../activities/execution/update-step-contact.js'
import { cancelExecutions } from '../../../commands/automation/executions/cancel-executions.js'
import { openStep } from '../../../commands/automation/executions/open-step.js'
import { beginCall } from '../../../commands/automation/executions/step-call.js'
import { Contact, Email, Workflow } from '../../support/models.js'
import { Project } from '../../../models/project.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { createProject, createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { enterStep, recordingDeps, type EnteredStep } from './entered-step.js'
import { documentsOf, waitingOf, enqueued } from '../../support/outbox.js'
import { outcomesOf } from '../../support/walks.js'

const CANCELLED = { kind: 'END', status: 'CANCELLED' }

describe('an execution that is ended from outside', () => {
  useDatabase()

  const disableProject = ({ projectId }: EnteredStep) =>
    Project.updateOne({ _id: projectId }, { $set: { disabled: true } })
  /** Sets only the mark, as another process sees it before the records are updated. */
  const cancelAll = ({ workflowId }: EnteredStep) =>
    Workflow.updateOne({ _id: workflowId }, { $set: { cancellations: { count: 1, at: new Date() } } })
  const deleteContact = ({ contact }: EnteredStep) => Contact.deleteOne({ _id: contact._id })

  const ENDS: [what: string, end: (entered: EnteredStep) => Promise<unknown>, exitReason: string][] = [
    ['the project being disabled', disableProject, 'Project disabled'],
    ['the cancellation of all', cancelAll, 'All executions cancelled'],
    ['the deletion of its contact', deleteContact, 'Contact deleted'],
  ]

  for (const [what, end, exitReason] of ENDS) {
    it(`is CANCELLED at its next step after ${what}, with the reason`, async () => {
      const entered = await enterStep(makeStep('DELAY', { config: { amount: 1, unit: 'days' } }))
      await end(entered)
      expect((await entered.read()).status).to.equal('WAITING')

      expect(await openStep(entered.ref)).to.deep.equal(CANCELLED)

      const after = await entered.read()
      expect(after).to.include({ status: 'CANCELLED', exitReason, wakeAt: null })
      expect(after.completedAt).to.be.instanceOf(Date)
      expect(after).not.to.have.property('activeKey')
    })

    it(`changes no contact and calls no webhook after ${what}, even when its step had been read`, async () => {
      const step = makeStep('UPDATE_CONTACT', { config: { updates: { plan: 'pro' } } })
      const entered = await enterStep(step)
      const open = await entered.open()
      const contact = await Contact.findById(entered.contact._id).lean()
      await end(entered)

      const result = await updateStepContact(entered.ref, open)

      expect(result).to.include({ status: 'SKIPPED' })
      expect(await Contact.findById(entered.contact._id).lean()).to.deep.equal(
        what.includes('deletion') ? null : contact,
      )
      expect(await beginCall(entered.ref, { contactId: entered.contact._id })).to.equal(false)
      expect(await openStep(entered.ref)).to.deep.equal(CANCELLED)
    })

    it(`sends nothing after ${what}, even when its step had begun`, async () => {
      const { entered, deps, sent, send, email } = await enterMail()
      await deferred(deps, send)
      await end(entered)

      expect(await send(2)).to.deep.equal(CANCELLED)

      expect(sent).to.deep.equal([])
      expect((await email()).status).to.equal('SKIPPED')
      expect(await entered.read()).to.include({ status: 'CANCELLED', exitReason })
      expect((await outcomesOf(entered.ref.executionId)).length).to.equal(0)
    })
  }

  it('sends nothing when all are cancelled between the read of its step and the submission', async () => {
    const { entered, deps, sent, send, email } = await enterMail()
    deps.acquirePermits = async () => {
      expect((await cancelExecutions(entered)).cancelled).to.equal(1)
      return { permits: 1, retryAfterMs: 0 }
    }
    expect(await send()).to.deep.equal(CANCELLED)
    expect(sent).to.deep.equal([])
    expect(await email()).to.include({ status: 'SKIPPED', error: 'cancelled' })
    expect((await outcomesOf(entered.ref.executionId)).length).to.equal(0)
  })

  it('continues when its contact unsubscribes, and skips the email', async () => {
    for (const type of ['MARKETING', 'HEADLESS'] as const) {
      const { entered, sent, send, email } = await enterMail(type)
      await Contact.updateOne({ _id: entered.contact._id }, { $set: { subscribed: false } })
      expect(await send()).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'EXIT' })
      expect(sent).to.deep.equal([])
      expect(await email()).to.include({ status: 'SKIPPED', error: 'unsubscribed' })
      const recorded = (await outcomesOf(entered.ref.executionId))[0]
      expect(recorded).to.deep.include({ status: 'SKIPPED', output: { reason: 'unsubscribed' } })
    }
  })

  it('is CANCELLED when an operator cancels it in Temporal, and withdraws its waiting message', async () => {
    const { entered, deps, send, sent, cancelInTemporal, withdraw, email } = await enterMail()
    await deferred(deps, send)
    await cancelInTemporal()
    expect(await entered.read()).to.include({ status: 'CANCELLED', exitReason: 'Cancelled in Temporal' })
    await withdraw()
    expect(await email()).to.include({ status: 'SKIPPED', error: 'cancelled' })
    expect(sent).to.deep.equal([])
  })

  it('keeps the reason that the API gave when Temporal ends it afterwards', async () => {
    const { entered, cancelInTemporal } = await enterMail()
    await cancelExecutions(entered)
    await cancelInTemporal()
    expect(await entered.read()).to.include({ status: 'CANCELLED', exitReason: 'All executions cancelled' })
  })
})

describe('a SEND_EMAIL step that fails', () => {
  useDatabase()

  it('gives up its message', async () => {
    const { entered, deps, send, sent, fail, email } = await enterMail()
    await deferred(deps, send)
    expect(await fail('timeout')).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect(await email()).to.include({ status: 'FAILED', error: 'timeout' })
    expect(await entered.read()).to.include({ status: 'FAILED', exitReason: 'timeout' })
    expect(sent).to.deep.equal([])
  })

  it('leaves a message with an unknown outcome to be resolved on its own', async () => {
    const { entered, deps, send, fail, email } = await enterMail()
    await deferred(deps, send, 'unknown')
    expect((await email()).status).to.equal('SENDING')
    const entries = await enqueued(() => fail('timeout'))
    const { _id: id, status } = await email()
    expect(status).to.equal('SENDING')
    expect(await waitingOf('email', entered.projectId)).to.deep.equal([id])
    expect(documentsOf(entries)).to.deep.include({ kind: 'email', projectId: entered.projectId, id })
  })
})

async function deferred(deps: ExecutionDeps, send: () => Promise<unknown>, kind: ProviderErrorKind = 'temporary') {
  const { provider } = deps
  const refuse = () => Promise.reject(new ProviderError(kind, { provider: 'fake', code: 'Busy' }))
  deps.provider = { ...provider, send: refuse }
  await send().then(
    () => expect.fail('It was not put off'),
    (error: unknown) => expect(error).to.include({ type: 'DEFERRED' }),
  )
  deps.provider = provider
}

async function enterMail(type: MessageType = 'TRANSACTIONAL') {
  const { id: projectId } = await createProject()
  const { _id: templateId } = await createTemplate({ projectId, type })
  const entered = await enterStep(makeStep('SEND_EMAIL', { name: 'Mail', templateId }), { projectId })
  const { deps, sent } = recordingDeps()
  const activities = createExecutionActivities(deps)
  return {
    entered,
    deps,
    sent,
    send: (attempt = 1) => asActivity(() => activities.sendStepEmail(entered.ref), attempt),
    withdraw: () => asActivity(() => activities.withdrawEmail(entered.ref)),
    fail: (reason: string) => asActivity(() => activities.failStep(entered.ref, reason)),
    cancelInTemporal: () => asActivity(() => activities.recordCancellation(entered.ref)),
    email: () => Email.findOne({ projectId }).orFail().lean(),
  }
}
