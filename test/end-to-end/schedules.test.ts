import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client'
import { expect } from 'chai'
import { eventually, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

describe('a workflow on a schedule', () => {
  const env = useStack()

  it('mails every contact at its time, follows a new cron expression, and stops when the workflow is disabled', async () => {
    const { api } = env
    const templateId = await makeTemplate(api, 'Every Monday')
    const id = await makeWorkflow(api, {
      name: 'Weekly',
      eventName: 'never',
      steps: [{ name: 'Mail', type: 'SEND_EMAIL', templateId }],
    })
    for (const n of [1, 2, 3]) await api.post('/contacts', { email: `weekly${n}@example.com` })
    const cron = '0 9 * * mon'
    await api.patch(`/workflows/${id}`, { triggerType: 'SCHEDULE', triggerConfig: { cron, timezone: 'Europe/Berlin' } })

    const connection = await Connection.connect({ address: env.stack.info.temporal })
    const schedule = new Client({ connection }).schedule.getHandle(`schedule:${id}`)
    const next = () =>
      schedule.describe().then(
        ({ info }) => info.nextActionTimes[0]?.toISOString() ?? null,
        (error: unknown) => (error instanceof ScheduleNotFoundError ? null : Promise.reject(error as Error)),
      )
    const monday = await eventually(next, (at) => at !== null)
    expect(new Date(monday ?? '').getUTCDay()).to.equal(1)

    await schedule.trigger()
    const mails = await eventually(
      () => env.inbox({ subject: 'Every Monday' }),
      ({ length }) => length >= 3,
    )
    expect(mails.flatMap(({ to }) => to).sort()).to.deep.equal([1, 2, 3].map((n) => `weekly${n}@example.com`))

    await api.patch(`/workflows/${id}`, { triggerConfig: { cron: '0 9 * * tue' } })
    await eventually(next, (at) => new Date(at ?? '').getUTCDay() === 2)
    await api.patch(`/workflows/${id}`, { enabled: false })
    await eventually(next, (at) => at === null)
    await connection.close()
  })
})
