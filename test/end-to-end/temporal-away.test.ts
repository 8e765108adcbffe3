import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { atLeast } from '../support/eventually.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

const AWAY_MS = 30_000
const EVERY_MS = 1_000

describe('Temporal away for half a minute under load', () => {
  const posthorn = useStack()

  it('refuses no request, handles each accepted one once when Temporal is back, and wakes a sleeping execution', async () => {
    const { api, stack } = posthorn
    const templateId = await makeTemplate(api, 'Welcome while away')
    await makeWorkflow(api, {
      name: 'Welcome',
      eventName: 'arrived',
      steps: [{ name: 'Mail', type: 'SEND_EMAIL', config: {}, templateId }],
    })
    // Its time comes while Temporal is away.
    const sleeper = await makeWorkflow(api, {
      name: 'Sleeper',
      eventName: 'asleep',
      steps: [
        { name: 'Sleep', type: 'DELAY', config: { amount: 0.25, unit: 'minutes' } },
        { name: 'Mail', type: 'SEND_EMAIL', templateId },
      ],
    })
    await posthorn.track('sleeper@example.com', 'asleep')
    await eventuallyEquals(
      async () => (await api.get(`/workflows/${sleeper}/executions`)).body.data[0]?.status as unknown,
      'WAITING',
    )
    const statuses: number[] = []
    const accepted = ['sleeper@example.com']
    const load = async (n: number): Promise<void> => {
      const [to, visitor] = [`away-${n}@example.com`, `visitor-${n}@example.com`]
      const message = { to, subject: 'Sent while away', body: '<p>Hi</p>', from: 'hello@example.com' }
      const [sent, tracked] = await Promise.all([api.post('/v1/send', message), posthorn.track(visitor, 'arrived')])
      statuses.push(sent.status, tracked)
      accepted.push(to, visitor)
    }

    await stack.suspend('temporal')
    const until = Date.now() + AWAY_MS
    const requests: Promise<void>[] = []
    while (Date.now() < until) {
      requests.push(load(requests.length))
      await delay(EVERY_MS)
    }
    await Promise.all(requests)
    await stack.resume('temporal')

    expect(new Set(statuses)).to.deep.equal(new Set([200]))
    const subjects = ['Sent while away', 'Welcome while away']
    const arrived = async () => (await Promise.all(subjects.map((subject) => posthorn.inbox({ subject })))).flat()
    await eventually(async () => (await arrived()).length, atLeast(accepted.length))
    const recipients = (await arrived()).flatMap(({ to }) => to)
    expect(recipients.sort()).to.deep.equal(accepted.sort())
  })
})
