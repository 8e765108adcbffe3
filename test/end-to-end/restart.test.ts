import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startStack, type Stack } from '../../embedded/stack.js'
import { createClient } from '../support/http-client.js'
import { eventually } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

describe('a stack that is stopped and started again on its data', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-restart-'))
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
  const start = (): Promise<Stack> => startStack({ dataDir, ports, env: { MONGODB_URI: '', TEMPORAL_ADDRESS: '' } })
  let stack: Stack

  after(async () => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('keeps its project, contacts and mails, and wakes the executions that slept', async function () {
    this.timeout(600_000)
    stack = await start()
    const before = stack.info.project
    const api = () => createClient(stack.info.gateway, stack.info.project.secret)
    const workflowId = await makeWorkflow(api(), {
      name: 'Sleeper',
      eventName: 'asleep',
      steps: [
        { name: 'Sleep', type: 'DELAY', config: { amount: 0.25, unit: 'minutes' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId: await makeTemplate(api(), 'Good morning') },
      ],
    })
    const contact = (await api().post('/contacts', { email: 'sleeper@example.com', data: { 'a.b': [1] } })).body
    await api().post(`/workflows/${workflowId}/executions`, { contactId: contact.id })
    const execution = async () => (await api().get(`/workflows/${workflowId}/executions`)).body.data[0]
    const { wakeAt } = await eventually(execution, (found) => found?.status === 'WAITING')

    await stack.stop()
    stack = await start()

    expect(stack.info.project).to.deep.equal(before)
    expect((await api().get(`/contacts/${contact.id}`)).body.data).to.deep.equal({ 'a.b': [1] })
    const ended = await eventually(execution, (found) => found?.status === 'COMPLETED')
    expect(Date.parse(ended.completedAt)).to.be.at.least(Date.parse(wakeAt))
    const inbox = await createClient(stack.info.inbox).get('/messages?to=sleeper@example.com')
    expect(inbox.body.messages.map(({ subject }: { subject: string }) => subject)).to.deep.equal(['Good morning'])
  })
})
