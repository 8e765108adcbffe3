import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import { startStack, type Stack } from '../../embedded/stack.js'
import { createClient } from '../support/http-client.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

describe('a Temporal server that lost everything', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-lost-'))
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
  const start = (): Promise<Stack> => startStack({ dataDir, ports, env: { MONGODB_URI: '', TEMPORAL_ADDRESS: '' } })
  let stack: Stack

  after(async () => {
    await stack?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('goes on with every execution where it stood, until the same moment, and repeats no mail', async function () {
    this.timeout(600_000)
    stack = await start()
    const api = () => createClient(stack.info.gateway, stack.info.project.secret)
    const tracker = () => createClient(stack.info.gateway, stack.info.project.public)
    const mailed = async (email: string): Promise<string[]> => {
      const { body } = await createClient(stack.info.inbox).get(`/messages?to=${email}`)
      return body.messages.map(({ subject }: { subject: string }) => subject).sort()
    }
    const [first, second] = [await makeTemplate(api(), 'First'), await makeTemplate(api(), 'Second')]
    const sleeping = await makeWorkflow(api(), {
      name: 'Sleeping',
      eventName: 'asleep',
      steps: [
        { name: 'First', type: 'SEND_EMAIL', templateId: first },
        { name: 'Sleep', type: 'DELAY', config: { amount: 0.5, unit: 'minutes' } },
        { name: 'Second', type: 'SEND_EMAIL', templateId: second },
      ],
    })
    const waiting = await makeWorkflow(api(), {
      name: 'Waiting',
      eventName: 'waiting',
      steps: [
        { name: 'First', type: 'SEND_EMAIL', templateId: first },
        { name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3_600 } },
        { name: 'Second', type: 'SEND_EMAIL', templateId: second, after: { step: 'Wait', branch: 'event' } },
      ],
    })
    const execution = (workflowId: string) => async () =>
      (await api().get(`/workflows/${workflowId}/executions`)).body.data[0]
    for (const event of ['asleep', 'waiting'])
      await tracker().post('/v1/track', { email: `${event}@example.com`, event })
    const { wakeAt } = await eventually(execution(sleeping), (found) => found?.status === 'WAITING')
    await eventually(execution(waiting), (found) => found?.status === 'WAITING')

    await stack.stop()
    for (const file of readdirSync(dataDir)) if (file.startsWith('temporal-')) rmSync(join(dataDir, file))
    stack = await start()

    const woken = await eventually(execution(sleeping), (found) => found?.status === 'COMPLETED')
    expect(Date.parse(woken.completedAt)).to.be.at.least(Date.parse(wakeAt))
    await tracker().post('/v1/track', { email: 'waiting@example.com', event: 'paid' })
    await eventually(execution(waiting), (found) => found?.status === 'COMPLETED')
    for (const email of ['asleep@example.com', 'waiting@example.com']) {
      expect(
        await eventually(
          () => mailed(email),
          ({ length }) => length >= 2,
        ),
      ).to.deep.equal(['First', 'Second'])
    }
  })
})

describe("what an operator stops in Temporal's web UI", () => {
  const env = useStack()

  it('is cancelled in the API', async () => {
    const workflowId = await makeWorkflow(env.api, {
      name: 'Stopped',
      eventName: 'stopped',
      steps: [{ name: 'Sleep', type: 'DELAY', config: { amount: 1, unit: 'days' } }],
    })
    await env.track('stopped@example.com', 'stopped')
    const execution = async () => (await env.api.get(`/workflows/${workflowId}/executions`)).body.data[0]
    const { temporalWorkflowId } = await eventually(execution, (found) => found?.status === 'WAITING')
    const connection = await Connection.connect({ address: env.stack.info.temporal })
    const handle = new Client({ connection }).workflow.getHandle(temporalWorkflowId)
    // The API knows of the execution before Temporal does.
    await eventually(
      () => handle.describe().catch(() => null),
      (described) => described !== null,
    )
    await handle.terminate('Not wanted any more')
    await connection.close()
    const ended = await eventually(execution, (found) => found?.status !== 'WAITING')
    expect(ended).to.include({ status: 'CANCELLED', exitReason: 'Cancelled in Temporal', wakeAt: null })
  })
})
