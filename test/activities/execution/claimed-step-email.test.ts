import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import { stepEmailId } from '../../../commands/automation/executions/find-step-email.js'
import type { StepRef } from '../../../models/domain/next-step.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { asActivity } from '../../support/activity-context.js'
import { crashEverywhere } from '../../support/crashes.js'
import { useDatabase } from '../../support/database.js'
import { createProject, createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { enterStep, recordingDeps } from './entered-step.js'

const NEXT = { kind: 'END', status: 'EXITED' }

describe('the email of a SEND_EMAIL step', () => {
  useDatabase()

  async function enterMail(config: object = {}, data: object = {}) {
    const { id: projectId } = await createProject()
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL' })
    const step = makeStep('SEND_EMAIL', { templateId, config: { ...config } })
    const entered = await enterStep(step, { projectId, contact: { data: { ...data } } })
    const { deps, sent } = recordingDeps()
    const activities = createExecutionActivities(deps)
    const send = (attempt = 1, ref: StepRef = entered.ref) => asActivity(() => activities.sendStepEmail(ref), attempt)
    const stored = () => Email.find({ projectId, sourceType: 'WORKFLOW' }).lean()
    const only = async (): Promise<EmailRecord> => {
      const [email, ...others] = await stored()
      expect(others).to.deep.equal([])
      return email ?? expect.fail('no email is stored')
    }
    return { ...entered, deps, sent, send, stored, only }
  }
  type Mail = Awaited<ReturnType<typeof enterMail>>

  it('is stored by its claim, once it may leave', async () => {
    const { deps, sent, send, stored, only, read, ref } = await enterMail()
    deps.acquirePermits = async () => ({ permits: 0, retryAfterMs: 7_000 })
    expect(await errorOf(send())).to.equal('DEFERRED')
    expect(await stored()).to.deep.equal([])

    deps.acquirePermits = async () => ({ permits: 1, retryAfterMs: 0 })
    expect(await send(2)).to.include(NEXT)
    expect(await only()).to.include({ _id: stepEmailId(await read(), ref), status: 'SENT', attempt: 1 })
    expect(sent).to.have.length(1)
  })

  it('has its own id for each step run and each try, the same every time', async () => {
    const execution = { _id: 'execution', startedAt: new Date('2026-01-02T03:04:05.678Z') }
    const other = { ...execution, _id: 'other' }
    const first = stepEmailId(execution, { sequence: 1 })
    const others = [
      stepEmailId(execution, { sequence: 2 }),
      stepEmailId(execution, { sequence: 1, retries: 1 }),
      stepEmailId(execution, { sequence: 11 }),
      stepEmailId(other, { sequence: 1 }),
    ]
    expect(new Set([first, ...others]).size).to.equal(5)
    expect(stepEmailId(execution, { sequence: 1, retries: 0 })).to.equal(first)
    // A stored email is found by its id for ever: the derivation must not change.
    expect(first).to.equal('019b7ca9-8f2e-70b3-b7e8-22743fc1a357')
  })

  it('leaves once, however many times the step runs and whenever', async () => {
    const { sent, send, only } = await enterMail()
    await Promise.allSettled([send(), send(), send(2), send(), send(2), send()])
    await send()
    await send(2)
    expect(sent).to.have.length(1)
    expect(await only()).to.include({ status: 'SENT', attempt: 1 })
  })

  it('is not resolved while its worker may still submit it, and then like every claim of a dead worker', async () => {
    const { deps, sent, send, only, projectId } = await enterMail()
    const { provider, settings } = deps
    deps.provider = { ...provider, send: () => Promise.reject(new Error('killed')) }
    expect(await errorOf(send())).to.equal('killed')
    deps.provider = provider
    expect(await errorOf(send(2))).to.equal('DEFERRED')
    expect(sent).to.deep.equal([])

    const { _id } = await only()
    const longAgo = new Date(Date.now() - 60_000)
    await Email.updateOne({ _id, projectId }, { $set: { claimedAt: longAgo, unknownSince: longAgo } })
    Object.assign(settings, { ambiguousWaitMs: 0, ambiguousPolicy: 'resend' })
    expect(await send(3)).to.include(NEXT)
    expect(sent).to.have.length(1)
    expect(await only()).to.include({ _id, status: 'SENT', attempt: 2 })
  })

  it('leaves at most once wherever a worker dies', async () => {
    const crashes = await crashEverywhere<Mail>({
      prepare: () => enterMail(),
      work: ({ send }) => send(),
      recover: async ({ send }) => send(2).catch((error: { type?: string }) => expect(error.type).to.equal('DEFERRED')),
      async check({ sent, stored, read }) {
        const emails = await stored()
        const { status, sequence } = await read()
        const isUnknown = emails.some((email) => email.status === 'SENDING')
        expect(emails.length).to.equal(1)
        expect(sent.length).to.be.at.most(1)
        expect({ status, sequence, isUnknown }).to.deep.equal(
          isUnknown
            ? { status: 'RUNNING', sequence: 1, isUnknown }
            : { status: 'EXITED', sequence: 2, isUnknown: false },
        )
      },
    })
    expect(crashes).to.be.greaterThan(7)
  })

  it('keeps nothing of a contact that is deleted before it is stored', async () => {
    const { deps, sent, send, only, projectId, contact } = await enterMail({}, { plan: 'secret' })
    deps.acquirePermits = async () => {
      await deleteContact({ projectId, contactId: contact._id })
      await dispatchAll(projectId)
      return { permits: 1, retryAfterMs: 0 }
    }
    expect(await send()).to.deep.equal({ kind: 'END', status: 'CANCELLED' })
    expect(sent).to.deep.equal([])
    expect(await only()).to.include({ status: 'SKIPPED', to: '', subject: '', variables: null })
  })
})

function errorOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: { type?: string; message: string }) => error.type ?? error.message,
  )
}
