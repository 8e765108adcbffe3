import { expect } from 'chai'
import { recountCampaigns, type CampaignDrift } from '../../commands/sending/campaigns/recount-campaigns.js'
import { loadSecrets } from '../../embedded/secrets.js'
import { Contact } from '../../models/contact.js'
import { atLeast } from '../support/eventually.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { useWorkerProcesses, type WorkerProcess } from '../support/worker-process.js'

const SIZE = 150
const TAKEN = 60

// A signal ends the latest thread of a process. Temporal's SDK has uses of its own for SIGUSR2.
const ENDS_THREAD = `data:text/javascript,${encodeURIComponent(`
  let latest
  process.on('worker', (thread) => (latest = thread))
  process.on('SIGHUP', () => latest.terminate())
`)}`

describe('a worker that sends a campaign in threads', () => {
  const posthorn = useStack({ withoutWorker: true })
  const startWorker = useWorkerProcesses('after all')

  let worker: WorkerProcess

  before(async () => {
    const { mongodb, temporal, gateway, inbox } = posthorn.stack.info
    worker = await startWorker({
      NODE_OPTIONS: `--import ${ENDS_THREAD}`,
      MONGODB_URI: mongodb,
      TEMPORAL_ADDRESS: temporal,
      GATEWAY_URL: gateway,
      ENCRYPTION_KEY: loadSecrets(posthorn.dataDir).encryptionKey,
      EMAIL_PROVIDER: 'ses',
      SES_ENDPOINT: inbox,
      AMBIGUOUS_SEND_WAIT_SECONDS: '5',
      METRICS_PORT: '0',
    })
  })

  const sendToAll = async (): Promise<{ id: string; subject: string }> => {
    const { api, project } = posthorn
    const audience = Array.from({ length: SIZE }, (_, n) => `${project.id}-${n}@example.com`)
    await Contact.insertMany(audience.map((email) => ({ projectId: project.id, email, subscribed: true })))
    const subject = `Campaign of ${project.id}`
    const draft = { name: 'All', subject, body: '<p>Hi {{ email }}</p>', from: 'news@example.com', audienceType: 'ALL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    expect((await api.post(`/campaigns/${id}/send`)).status).to.equal(200)
    return { id, subject }
  }
  const campaign = async (id: string) => (await posthorn.api.get(`/campaigns/${id}`)).body.data
  const drifts = async (): Promise<CampaignDrift[]> => {
    const found: CampaignDrift[] = []
    for await (const drift of recountCampaigns(posthorn.project.id)) found.push(drift)
    return found
  }

  it('counts in its metrics what they send', async () => {
    const { id } = await sendToAll()
    await eventuallyEquals(async () => (await campaign(id)).status, 'SENT')
    const port = Number(worker.lines.find(({ msg }) => msg === 'metrics listening')?.['metricsPort'])
    const scraped = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const sent = `posthorn_sends_total{outcome="sent",source="campaign"} ${SIZE}\n`
    const metrics = await eventually(scraped, (text) => text.includes(sent))
    expect(metrics).to.include(`posthorn_provider_request_duration_seconds_count{provider="ses"} ${SIZE}\n`)
  })

  it('reaches each recipient once with exact counters although a thread dies in the middle', async () => {
    await posthorn.behave({ holdAfter: TAKEN })
    const { id, subject } = await sendToAll()
    await eventually(async () => (await posthorn.inbox({ subject })).length, atLeast(TAKEN))
    worker.child.kill('SIGHUP')
    await worker.logged('activity failed, Temporal will try again')
    await posthorn.behave({ holdAfter: null })

    const isSent = ({ status, deliveredCount }: { status: string; deliveredCount: number }): boolean =>
      status === 'SENT' && deliveredCount === SIZE
    expect(await eventually(() => campaign(id), isSent)).to.include({ sentCount: SIZE, failedCount: 0 })
    const recipients = (await posthorn.inbox({ subject })).flatMap(({ to }) => to)
    expect(recipients).to.have.length(SIZE)
    expect(new Set(recipients).size).to.equal(SIZE)
    expect(await drifts()).to.deep.equal([])
    worker.child.kill('SIGTERM')
    expect(await worker.exited).to.equal(0)
  })
})
