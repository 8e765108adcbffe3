import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { temporalIds } from '../../workflows/contracts.js'
import { fetchHistory } from '../support/record-histories.js'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow, type StepPlan } from '../support/workflows.js'

describe('a stack that is stopped and started again on its data', () => {
  const posthorn = useStack()
  const until = (workflowId: string, status: string) =>
    eventually(
      async () => (await posthorn.api.get(`/workflows/${workflowId}/executions`)).body.data[0],
      (found) => found?.status === status,
    )
  const addressOf = (who: string): string => `${who}-${posthorn.project.id}@example.com`
  const mailed = (who: string, subjects: string[]) =>
    eventually(
      async () => (await posthorn.inbox({ to: addressOf(who) })).map(({ subject }) => subject).toReversed(),
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
    templateId: await makeTemplate(posthorn.api, subject),
  })

  it('keeps its data, continues each execution until the same moment, and repeats no mail, although Temporal lost everything', async () => {
    const { project } = posthorn.stack.info
    const contact = (await posthorn.api.post('/contacts', { email: addressOf('kept'), data: { 'a.b': [1] } })).body
    const [first, second] = [await mail('First'), await mail('Second')]
    const steps = [first, sleep(0.5), second]
    const sleeping = await makeWorkflow(posthorn.api, { name: 'Sleeping', eventName: 'asleep', steps })
    const wait = { name: 'Wait', type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3_600 } }
    const waiting = await makeWorkflow(posthorn.api, {
      name: 'Waiting',
      eventName: 'waiting',
      steps: [first, wait, { ...second, after: { step: 'Wait', branch: 'event' } }],
    })
    for (const event of ['asleep', 'waiting']) await posthorn.track(addressOf(event), event)
    const { wakeAt } = await until(sleeping, 'WAITING')
    await until(waiting, 'WAITING')

    const stoppedAt = Date.now()
    await posthorn.restart(() => {
      const { dataDir } = posthorn
      for (const file of readdirSync(dataDir)) if (file.startsWith('temporal-')) rmSync(join(dataDir, file))
    })

    expect(posthorn.stack.info.project).to.deep.equal(project)
    expect((await posthorn.api.get(`/contacts/${contact.id}`)).body.data).to.deep.equal({ 'a.b': [1] })
    const { id, completedAt } = await until(sleeping, 'COMPLETED')
    expect(Date.parse(completedAt)).to.be.at.least(Date.parse(wakeAt))
    // What was left of the delay when the stack stopped, and not the delay anew. On a slow machine nothing was left.
    const { events } = await fetchHistory(posthorn, temporalIds.execution(id))
    const timers = events.flatMap((event) => event['timerStartedEventAttributes'] ?? []) as Record<string, string>[]
    for (const { startToFireTimeout = '' } of timers)
      expect(Number.parseFloat(startToFireTimeout) * 1_000).to.be.below(Date.parse(wakeAt) - stoppedAt)
    await posthorn.track(addressOf('waiting'), 'paid')
    await until(waiting, 'COMPLETED')
    for (const event of ['asleep', 'waiting']) await mailed(event, ['First', 'Second'])
  })
})
