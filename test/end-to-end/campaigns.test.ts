import { Connection, WorkflowClient } from '@temporalio/client'
import { expect } from 'chai'
import { CampaignBatch, Contact } from '../support/models.js'
import { temporalIds } from '../../workflows/contracts.js'
import { storeContacts } from '../support/conditions.js'
import { fetchHistory, keepHistory } from '../support/record-histories.js'
import { including } from '../support/eventually.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'

const DAY_MS = 86_400_000
const SOON_MS = 5_000
const SIZE = 150
const TAKEN = 20
const FAR = 10_000

describe('campaigns, on the real servers', () => {
  const posthorn = useStack()
  let connection: Connection

  before(async () => {
    connection = await Connection.connect({ address: posthorn.stack.info.temporal })
  })
  after(() => connection.close())

  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

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
    eventually(() => campaign(id), isSo)
  const historyTypes = async (id: string): Promise<string[]> =>
    (await fetchHistory(posthorn, temporalIds.campaign(id))).events.map(({ eventType }) => eventType)

  /** A campaign of which the provider has taken some, and holds all the others that reach it. */
  async function sendUntilHeld(): Promise<{ id: string; subject: string }> {
    const sent = await draft(SIZE)
    await posthorn.behave({ holdAfter: TAKEN })
    expect(await act(sent.id, 'send')).to.equal(200)
    await until(sent.id, ({ sentCount }) => sentCount === TAKEN)
    return sent
  }

  const expectOnceEach = async (subject: string): Promise<void> => {
    const recipients = (await posthorn.inbox({ subject })).flatMap(({ to }) => to)
    expect(new Set(recipients).size).to.equal(SIZE)
    expect(recipients.length).to.equal(SIZE)
  }

  it('are sent at their scheduled time, which can be moved and cancelled', async () => {
    const { id, subject } = await draft(3)
    expect(await act(id, 'send', { scheduledFor: inMs(DAY_MS) })).to.equal(200)
    await eventually(() => historyTypes(id), including('EVENT_TYPE_TIMER_STARTED'))
    expect((await campaign(id)).status).to.equal('SCHEDULED')
    expect(await act(id, 'send', { scheduledFor: inMs(SOON_MS) })).to.equal(200)
    expect(await until(id, ({ status }) => status === 'SENT')).to.include({ sentCount: 3, totalRecipients: 3 })
    expect(await posthorn.inbox({ subject })).to.have.length(3)

    const moved = await draft(0)
    expect(await act(moved.id, 'send', { scheduledFor: inMs(DAY_MS) })).to.equal(200)
    await eventually(() => historyTypes(moved.id), including('EVENT_TYPE_TIMER_STARTED'))
    expect((await posthorn.api.put(`/campaigns/${moved.id}`, { scheduledFor: inMs(SOON_MS) })).status).to.equal(200)
    expect(await until(moved.id, ({ status }) => status === 'SENT')).to.include({ sentCount: 3 })

    const other = await draft(0)
    expect(await act(other.id, 'send', { scheduledFor: inMs(DAY_MS) })).to.equal(200)
    expect(await act(other.id, 'cancel')).to.equal(200)
    expect((await campaign(other.id)).status).to.equal('CANCELLED')
  })

  it('are sent to their first recipients while the audience is frozen on', async () => {
    const { api, project } = posthorn
    await draft(10)
    // More contacts than the freeze reads together lie between the first recipients and the last one.
    await storeContacts(
      project.id,
      Array.from({ length: FAR }, () => ({ subscribed: false })),
    )
    await api.post('/contacts', { email: `${project.id}-last@example.com` })
    const { id, subject } = await draft(0)
    expect(await act(id, 'send')).to.equal(200)
    expect(await until(id, ({ status }) => status === 'SENT')).to.include({ sentCount: 11, totalRecipients: 11 })
    expect(await posthorn.inbox({ subject })).to.have.length(11)
    const history = await fetchHistory(posthorn, temporalIds.campaign(id))
    const types = history.events.map(({ eventType }) => eventType)
    const activities = types.flatMap((type, at) => (type === 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED' ? at : []))
    // The campaign begins, is frozen by two calls, and is finished.
    expect(activities).to.have.length(4)
    const [part] = types.flatMap((type, at) =>
      type === 'EVENT_TYPE_START_CHILD_WORKFLOW_EXECUTION_INITIATED' ? at : [],
    )
    expect(part).to.be.below(activities[2] ?? 0)
    await keepHistory('campaign-frozen-in-steps', history)
  })

  it('continue in another Temporal workflow execution when the first one fails, and reach each recipient once', async () => {
    const { id, subject } = await sendUntilHeld()
    const workflows = new WorkflowClient({ connection })
    const workflowId = temporalIds.campaignPart(id, 0)
    const failure = { message: 'Broken', applicationFailureInfo: { type: 'Broken', nonRetryable: true } }
    const breakDown = async (): Promise<string> => {
      const { raw } = await workflows.getHandle(workflowId).describe()
      const activityId = raw.pendingActivities?.[0]?.activityId
      const broken = { namespace: 'default', workflowId, activityId, failure }
      // An activity that has just ended cannot fail: the next one does.
      if (activityId) await connection.workflowService.respondActivityTaskFailedById(broken).catch(() => undefined)
      return (await workflows.getHandle(temporalIds.campaign(id)).describe()).status.name
    }
    await eventually(breakDown, (state) => state === 'FAILED')
    await posthorn.behave({ holdAfter: null })

    expect(await until(id, ({ status }) => status !== 'SENDING')).to.include({ status: 'SENT', sentCount: SIZE })
    await expectOnceEach(subject)
  })

  const STOPS: Record<string, (workflows: WorkflowClient, id: string) => Promise<unknown>> = {
    'cancels them': (workflows, id) => workflows.getHandle(temporalIds.campaign(id)).cancel(),
    'terminates them': (workflows, id) => workflows.getHandle(temporalIds.campaign(id)).terminate(),
    'terminates a part of them': (workflows, id) => workflows.getHandle(temporalIds.campaignPart(id, 0)).terminate(),
  }
  for (const [what, stop] of Object.entries(STOPS)) {
    it(`are cancelled in the API when an operator ${what} in Temporal, and leave no waiting email`, async () => {
      const { id } = await sendUntilHeld()
      await stop(new WorkflowClient({ connection }), id)
      // The provider refuses what it held, so that no outcome is unknown and the campaign cannot end as sent.
      await posthorn.behave({ holdAfter: null, errorRate: 1 })
      await until(id, ({ status }) => status === 'CANCELLED')
      await eventuallyEquals(() => CampaignBatch.countDocuments({ campaignId: id }), 0)
      expect((await campaign(id)).sentCount).to.equal(TAKEN)
    })
  }
})
