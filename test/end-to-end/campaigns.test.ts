import { Connection, WorkflowClient } from '@temporalio/client'
import { expect } from 'chai'
import { CampaignBatch } from '../../models/campaign-batch.js'
import { Contact } from '../../models/contact.js'
import { temporalIds } from '../../workflows/contracts.js'
import { eventually } from '../support/eventually.js'
import { fetchHistory } from '../support/record-histories.js'
import { useStack } from '../support/stack.js'

const SECOND_MS = 1_000

describe('campaigns, on the real servers', () => {
  const posthorn = useStack()
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * SECOND_MS).toISOString()

  async function draft(contacts: number): Promise<{ id: string; subject: string }> {
    const { api, project } = posthorn
    const audience = Array.from({ length: contacts }, (_, n) => ({
      projectId: project.id,
      email: `${project.id}-${n}@example.com`,
      subscribed: true,
    }))
    await Contact.insertMany(audience)
    const subject = `Campaign of ${project.id}`
    const { body } = await api.post('/campaigns', {
      name: 'News',
      subject,
      body: '<p>Hi {{ email }}</p>',
      from: 'news@example.com',
      audienceType: 'ALL',
    })
    return { id: body.data.id, subject }
  }
  const campaign = async (id: string) => (await posthorn.api.get(`/campaigns/${id}`)).body.data
  const act = async (id: string, action: string, body: object = {}): Promise<number> =>
    (await posthorn.api.post(`/campaigns/${id}/${action}`, body)).status
  const until = (id: string, isSo: (record: { status: string; sentCount: number }) => boolean) =>
    eventually(() => campaign(id), isSo, 120_000)

  /** So many have got it, and nobody twice. */
  const expectOnceEach = async (subject: string, count: number): Promise<void> => {
    const recipients = (await posthorn.inbox({ subject })).flatMap(({ to }) => to)
    expect(new Set(recipients).size).to.equal(count)
    expect(recipients).to.have.length(count)
  }

  it('are sent at their time, which can be moved and cancelled', async () => {
    const { id, subject } = await draft(3)
    expect(await act(id, 'send', { scheduledFor: inSeconds(3_600) })).to.equal(200)
    await eventually(
      () => fetchHistory(posthorn, temporalIds.campaign(id)),
      ({ events }) => events.some(({ eventType }) => eventType === 'EVENT_TYPE_TIMER_STARTED'),
    )
    expect((await campaign(id)).status).to.equal('SCHEDULED')
    expect(await act(id, 'send', { scheduledFor: inSeconds(2) })).to.equal(200)
    expect(await until(id, ({ status }) => status === 'SENT')).to.include({ sentCount: 3, totalRecipients: 3 })
    expect(await posthorn.inbox({ subject })).to.have.length(3)

    const other = await draft(0)
    expect(await act(other.id, 'send', { scheduledFor: inSeconds(2) })).to.equal(200)
    expect(await act(other.id, 'cancel')).to.equal(200)
    expect((await campaign(other.id)).status).to.equal('CANCELLED')
  })

  it('stay where they are while they are paused, through the death of the worker, and then reach everyone once', async function () {
    this.timeout(180_000)
    const { id, subject } = await draft(600)
    await act(id, 'send')
    await until(id, ({ sentCount }) => sentCount > 0)
    expect(await act(id, 'pause')).to.equal(200)
    const settled = () => posthorn.inbox({ subject })
    // Those that the provider had in its hands when the pause was answered.
    const atPause = await eventually(
      async () => [await settled(), await settled()].map(({ length }) => length),
      ([before, after]) => before === after,
    )
    await posthorn.stack.kill('worker')
    await eventually(
      () => campaign(id),
      ({ sentCount }) => sentCount === atPause[0],
    )
    expect(await settled()).to.have.length(atPause[0] ?? -1)
    expect(atPause[0]).to.be.below(600)

    expect(await act(id, 'resume')).to.equal(200)
    expect(await until(id, ({ status }) => status === 'SENT')).to.include({ sentCount: 600, pausedAt: null })
    await expectOnceEach(subject, 600)
  })

  it('go on in another durable execution when theirs breaks down, and reach everyone once', async function () {
    this.timeout(180_000)
    const size = 1_500
    const { id, subject } = await draft(size)
    await act(id, 'send')
    await until(id, ({ sentCount }) => sentCount > 0)
    const connection = await Connection.connect({ address: posthorn.stack.info.temporal })
    const { workflowService } = connection
    const workflowId = temporalIds.campaignPart(id, 0)
    const handle = new WorkflowClient({ connection }).getHandle(workflowId)
    const slice = async () => (await handle.describe()).raw.pendingActivities?.[0]?.activityId
    const activityId = (await eventually(slice, (found) => Boolean(found))) ?? null
    const failure = { message: 'Broken', applicationFailureInfo: { type: 'Broken', nonRetryable: true } }
    await workflowService.respondActivityTaskFailedById({ namespace: 'default', workflowId, activityId, failure })
    await connection.close()
    expect(await until(id, ({ status }) => status !== 'SENDING')).to.include({ status: 'SENT', sentCount: size })
    await expectOnceEach(subject, size)
  })

  const STOPS: Record<string, (workflows: WorkflowClient, id: string) => Promise<unknown>> = {
    'cancels them': (workflows, id) => workflows.getHandle(temporalIds.campaign(id)).cancel(),
    'terminates them': (workflows, id) => workflows.getHandle(temporalIds.campaign(id)).terminate(),
    'terminates a part of them': (workflows, id) => workflows.getHandle(temporalIds.campaignPart(id, 0)).terminate(),
  }
  for (const [what, stop] of Object.entries(STOPS)) {
    it(`are cancelled in the API when somebody ${what} in Temporal, and nothing of them is left`, async function () {
      this.timeout(180_000)
      const { id } = await draft(2_500)
      await act(id, 'send')
      await until(id, ({ sentCount }) => sentCount > 0)
      const connection = await Connection.connect({ address: posthorn.stack.info.temporal })
      await stop(new WorkflowClient({ connection }), id)
      await connection.close()
      const ended = await until(id, ({ status }) => status === 'CANCELLED')
      expect(ended.sentCount).to.be.below(2_500)
      await eventually(
        () => CampaignBatch.countDocuments({ campaignId: id }),
        (left) => left === 0,
        60_000,
      )
    })
  }
})
