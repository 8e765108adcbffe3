import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { retryFailedSlice } from '../../../commands/automation/executions/retry-failed-slice.js'
import { Execution } from '../../support/models.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { createContact, createWorkflow } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'

const MORE_THAN_A_SLICE = 51
const SOME = 12

describe('POST /workflows/:id/executions/retry-failed', () => {
  const { project, client } = useProject()

  async function setUp() {
    const step = makeStep('DELAY', { id: randomUUID(), config: { amount: 1, unit: 'days' } })
    const { _id: workflowId } = await createWorkflow({ projectId: project.id, steps: [step], allowReentry: true })
    const contact = await createContact({ projectId: project.id })
    const path = `/workflows/${workflowId}/executions/retry-failed`
    const fail = async (fields: Partial<ExecutionRecord> = {}): Promise<string> => {
      const _id = randomUUID()
      const own = { _id, projectId: project.id, workflowId, workflowVersion: 1, temporalWorkflowId: `execution:${_id}` }
      const place = { status: 'FAILED' as const, currentStepId: step.id, exitReason: 'broken' }
      const times = { startedAt: new Date(), completedAt: new Date() }
      const { _id: contactId } = fields.contactId
        ? { _id: fields.contactId }
        : await createContact({ projectId: project.id })
      await Execution.create({ ...own, ...place, ...times, contactId, ...fields })
      return _id
    }
    const finish = (jobId: string) => finishJob({ projectId: project.id, jobId }, retryFailedSlice)
    const show = async (jobId: string) => (await client.get(`${path}/${jobId}`)).body
    return { workflowId, path, contact, fail, finish, show }
  }

  it('retries every failed execution once, and none that failed later or has not failed', async () => {
    const { workflowId, path, fail, finish, show } = await setUp()
    for (let count = 0; count < MORE_THAN_A_SLICE; count += 1) await fail()
    const ended = await fail({ status: 'COMPLETED' })
    const res = await client.post(path, {})
    expect(res.status).to.equal(202)
    expect(res.body.failed).to.equal(MORE_THAN_A_SLICE)
    expect(await show(res.body.jobId)).to.include({ status: 'PENDING', progress: 0 })
    const later = await fail({ completedAt: new Date(Date.now() + 60_000) })
    await finish(res.body.jobId)

    const job = await show(res.body.jobId)
    expect(job).to.include({ status: 'COMPLETED', progress: 100 })
    expect(job.result).to.deep.equal({ total: MORE_THAN_A_SLICE, retried: MORE_THAN_A_SLICE, refused: 0, reasons: {} })
    expect(await Execution.countDocuments({ workflowId, status: 'WAITING', retries: 1 })).to.equal(MORE_THAN_A_SLICE)
    expect(await Execution.findById(ended).lean()).to.include({ status: 'COMPLETED' })
    expect(await Execution.findById(later).lean()).to.include({ status: 'FAILED' })
  })

  it('counts executions that cannot continue by their reason, and refuses an unknown version', async () => {
    const { path, contact, fail, finish, show } = await setUp()
    expect((await client.post(path, { version: 'x' })).fields).to.deep.equal(['version'])
    await fail({ exitReason: 'step_limit' })
    await fail({ contactId: contact._id })
    await fail({ contactId: contact._id })
    const { jobId } = (await client.post(path, { version: 'current' })).body
    await finish(jobId)
    const reasons = { step_limit: 1, contact_active: 1 }
    expect((await show(jobId)).result).to.deep.equal({ total: 3, retried: 1, refused: 2, reasons })
  })

  it('counts and retries nothing twice when its slices run twice at once', async () => {
    const { workflowId, path, fail, finish, show } = await setUp()
    for (let count = 0; count < SOME; count += 1) await fail()
    const { jobId } = (await client.post(path, {})).body
    await Promise.all([finish(jobId), finish(jobId), finish(jobId)])
    expect((await show(jobId)).result).to.include({ retried: SOME, refused: 0 })
    expect(await Execution.countDocuments({ workflowId, retries: 1 })).to.equal(SOME)
  })
})
