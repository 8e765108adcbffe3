import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { startStack, type Stack } from '../../embedded/stack.js'
import { makeDataDir } from '../support/data-dir.js'
import { createClient } from '../support/http-client.js'
import { eventually } from '../support/stack.js'
import { makeTemplate, makeWorkflow, type StepPlan } from '../support/workflows.js'

const START_MS = 300_000

describe('a stack that is stopped and started again on its data', function () {
  this.timeout(2 * START_MS)
  const dataDir = makeDataDir('posthorn-restart-')
  const ports = { gateway: 0, inbox: 0, smtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 }
  const start = (): Promise<Stack> => startStack({ dataDir, ports, env: { MONGODB_URI: '', TEMPORAL_ADDRESS: '' } })
  let stack: Stack

  before(async () => void (stack = await start()))
  after(async () => {
    await stack?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const restart = async (meanwhile: () => void = () => undefined): Promise<void> => {
    await stack.stop()
    meanwhile()
    stack = await start()
  }
  const api = () => createClient(stack.info.gateway, stack.info.project.secret)
  const track = (email: string, event: string) =>
    createClient(stack.info.gateway, stack.info.project.public).post('/v1/track', { email, event })
  const until = (workflowId: string, status: string) =>
    eventually(
      async () => (await api().get(`/workflows/${workflowId}/executions`)).body.data[0],
      (found) => found?.status === status,
    )
  const mailed = (email: string, subjects: string[]) =>
    eventually(
      async () => {
        const { body } = await createClient(stack.info.inbox).get(`/messages?to=${email}`)
        return body.messages.map(({ subject }: { subject: string }) => subject).toReversed()
      },
      (found) => found.length >= subjects.length,
    ).then((found) => expect(found).to.deep.equal(subjects))
  const sleep = (minutes: number): StepPlan => ({
    name: 'Sleep',
    type: 'DELAY',
    config: { amount: minutes, unit: 'minutes' },
  })
  const mail = async (subject: string): Promise<StepPlan> => ({
    name: subject,
    type: 'SEND_EMAIL',
    templateId: await makeTemplate(api(), subject),
  })

  it('keeps its project, contacts and mails, and wakes the executions that slept', async () => {
    const { project } = stack.info
    const steps = [sleep(0.25), await mail('Good morning')]
    const workflowId = await makeWorkflow(api(), { name: 'Sleeper', eventName: 'never', steps })
    const contact = (await api().post('/contacts', { email: 'sleeper@example.com', data: { 'a.b': [1] } })).body
    await api().post(`/workflows/${workflowId}/executions`, { contactId: contact.id })
    const { wakeAt } = await until(workflowId, 'WAITING')

    await restart()

    expect(stack.info.project).to.deep.equal(project)
    expect((await api().get(`/contacts/${contact.id}`)).body.data).to.deep.equal({ 'a.b': [1] })
    const { completedAt } = await until(workflowId, 'COMPLETED')
    expect(Date.parse(completedAt)).to.be.at.least(Date.parse(wakeAt))
    await mailed('sleeper@example.com', ['Good morning'])
  })

  it('goes on with every execution until the same moment, and repeats no mail, when Temporal lost everything', async () => {
    const [first, second] = [await mail('First'), await mail('Second')]
    const steps = [first, sleep(0.5), second]
    const sleeping = await makeWorkflow(api(), { name: 'Sleeping', eventName: 'asleep', steps })
    const wait = { name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3_600 } }
    const waiting = await makeWorkflow(api(), {
      name: 'Waiting',
      eventName: 'waiting',
      steps: [first, wait, { ...second, after: { step: 'Wait', branch: 'event' } }],
    })
    for (const event of ['asleep', 'waiting']) await track(`${event}@example.com`, event)
    const { wakeAt } = await until(sleeping, 'WAITING')
    await until(waiting, 'WAITING')

    await restart(() => {
      for (const file of readdirSync(dataDir)) if (file.startsWith('temporal-')) rmSync(join(dataDir, file))
    })

    const { completedAt } = await until(sleeping, 'COMPLETED')
    expect(Date.parse(completedAt)).to.be.at.least(Date.parse(wakeAt))
    await track('waiting@example.com', 'paid')
    await until(waiting, 'COMPLETED')
    for (const event of ['asleep', 'waiting']) await mailed(`${event}@example.com`, ['First', 'Second'])
  })
})
