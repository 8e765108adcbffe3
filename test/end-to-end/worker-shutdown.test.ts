import { expect } from 'chai'
import type { ServerResponse } from 'node:http'
import { loadSecrets } from '../../embedded/secrets.js'
import { Contact, Email } from '../support/models.js'
import { EMAIL_TAG } from '../../models/domain/ses-event.js'
import { createTemporal } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { PRIORITY, temporalIds } from '../../workflows/contracts.js'
import { answer, startFakeSes, type FakeSes } from '../activities/providers/fake-ses.js'
import { createEmail } from '../support/factories.js'
import { fetchHistory } from '../support/record-histories.js'
import { atLeast } from '../support/eventually.js'
import { eventually, useStack } from '../support/stack.js'
import { useWorkerProcesses, type WorkerProcess } from '../support/worker-process.js'
import { storeEntries } from '../support/outbox.js'

// Longer than a process without mail under way takes to stop.
const SLOW_MS = 9_000
// A wait of this length does not end within the test.
const NEVER_SECONDS = '3600'
// As many requests as the provider's client has connections, all of which one thread gets.
const CONNECTIONS = 50
// So many submissions are without an answer when a process that has no mail in hand would have stopped.
const UNANSWERED = 5
// As many emails of a group as are submitted side by side. On a slow machine some of them are deferred.
const SIDE_BY_SIDE = 32

const ACCEPTED = answer(200, { MessageId: 'accepted' })

const isNoTask = (type: string): boolean => !type.startsWith('WORKFLOW_TASK')

/** A provider that accepts its messages, or holds them until a test releases them. */
class HeldProvider {
  readonly #ses: FakeSes
  #held: ServerResponse[] = []
  #since = 0

  constructor(ses: FakeSes) {
    this.#ses = ses
    this.accept()
  }

  get endpoint(): string {
    return this.#ses.endpoint
  }

  /** The ids of the emails that it received in this test. */
  get emailIds(): string[] {
    return this.#ses.requests.slice(this.#since).flatMap(({ body }) => {
      // A worker requests its quota from time to time, which is no email.
      const tags = (body['EmailTags'] ?? []) as { Name: string; Value: string }[]
      return tags.find(({ Name }) => Name === EMAIL_TAG)?.Value ?? []
    })
  }

  /** Begins a test, in which it holds everything. */
  hold(): void {
    this.#since = this.#ses.requests.length
    this.#ses.behave((_request, response) => void this.#held.push(response))
  }

  /** Accepts what it holds except for the last `kept`, and goes on holding what comes. */
  acceptHeld({ kept = 0 } = {}): void {
    for (const response of this.#held.splice(0, this.#held.length - kept)) ACCEPTED(response.req, response)
  }

  /** Accepts everything it holds, and from now on everything at once. */
  accept(): void {
    this.#ses.behave(ACCEPTED)
    this.acceptHeld()
  }

  close(): Promise<void> {
    return this.#ses.close()
  }
}

/** A worker with its provider. */
interface Sender {
  worker: WorkerProcess
  provider: HeldProvider
}

describe('a worker that gets SIGTERM while it sends', () => {
  const posthorn = useStack({ withoutWorker: true })
  const startWorker = useWorkerProcesses('after all')
  const providers: HeldProvider[] = []
  // The worker that took over in the test before.
  let next: Sender | undefined

  after(() => Promise.all(providers.map((provider) => provider.close())))

  /** Starts a worker whose provider accepts everything. The next test begins with it. */
  const startNext = async (): Promise<Sender> => {
    const provider = new HeldProvider(await startFakeSes())
    providers.push(provider)
    const { mongodb, temporal, gateway } = posthorn.stack.info
    const worker = await startWorker({
      MONGODB_URI: mongodb,
      TEMPORAL_ADDRESS: temporal,
      GATEWAY_URL: gateway,
      ENCRYPTION_KEY: loadSecrets(posthorn.dataDir).encryptionKey,
      EMAIL_PROVIDER: 'ses',
      SES_ENDPOINT: provider.endpoint,
      CAMPAIGN_THREADS: '1',
      PROVIDER_TIMEOUT_SECONDS: NEVER_SECONDS,
      AMBIGUOUS_SEND_WAIT_SECONDS: NEVER_SECONDS,
    })
    next = { worker, provider }
    return next
  }
  /** A worker whose provider holds everything, and which is the only one. */
  const onlyWorker = async (): Promise<Sender> => {
    const sender = next ?? (await startNext())
    next = undefined
    sender.provider.hold()
    return sender
  }
  const untilHeld = (provider: HeldProvider, count = 1) =>
    eventually(async () => provider.emailIds.length, atLeast(count))
  const statuses = async (): Promise<Record<string, number>> => {
    const emails = await Email.find({ projectId: posthorn.project.id }, { status: 1 }).lean()
    const counts: Record<string, number> = {}
    for (const { status } of emails) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  /** The events of a history without their prefix. */
  const typesOf = async (workflowId: string): Promise<string[]> =>
    (await fetchHistory(posthorn, workflowId)).events.map(({ eventType }) => eventType.replace('EVENT_TYPE_', ''))

  it('waits for the answers to its submissions, submits nothing more, and leaves the rest of a campaign to the next slice', async () => {
    const { api, project } = posthorn
    const size = 150
    const audience = Array.from({ length: size }, (_, n) => `${project.id}-${n}@example.com`)
    await Contact.insertMany(audience.map((email) => ({ projectId: project.id, email, subscribed: true })))
    const draft = { name: 'All', subject: 'News', body: '<p>Hi</p>', from: 'news@example.com', audienceType: 'ALL' }
    const { id } = (await api.post('/campaigns', draft)).body.data
    const { worker, provider: first } = await onlyWorker()
    await api.post(`/campaigns/${id}/send`)
    await untilHeld(first, CONNECTIONS)

    worker.child.kill('SIGTERM')
    await worker.logged('stopping')
    // Most connections are free now, for emails that were claimed only a moment ago.
    first.acceptHeld({ kept: UNANSWERED })
    setTimeout(() => first.accept(), SLOW_MS)
    const claimed = await Email.countDocuments({ campaignId: id })
    expect(claimed).to.be.above(CONNECTIONS)
    const { provider: second } = await startNext()

    expect(await worker.exited).to.equal(0)
    expect(first.emailIds).to.have.length(CONNECTIONS)
    const sent = async () => (await api.get(`/campaigns/${id}`)).body.data
    expect(await eventually(sent, ({ status }) => status === 'SENT')).to.include({ sentCount: size, failedCount: 0 })
    expect(await statuses()).to.deep.equal({ SENT: size })
    expect(new Set([...first.emailIds, ...second.emailIds]).size).to.equal(size)
    expect(second.emailIds).to.have.length(size - CONNECTIONS)
    expect(claimed).to.be.below(size)
    // The next slice follows the first one, which did not time out, without a pause.
    const types = await typesOf(temporalIds.campaignPart(id, 0))
    const [from, to] = [types.indexOf('ACTIVITY_TASK_STARTED'), types.lastIndexOf('ACTIVITY_TASK_SCHEDULED')]
    expect(to).to.be.above(from)
    expect(types.slice(from + 1, types.indexOf('ACTIVITY_TASK_SCHEDULED', from)).filter(isNoTask)).to.deep.equal([
      'ACTIVITY_TASK_COMPLETED',
    ])
  })

  it('stops, and the next worker immediately sends the remaining emails of a batch, each once', async () => {
    const { project } = posthorn
    const emails = await Promise.all(Array.from({ length: 40 }, () => createEmail({ projectId: project.id })))
    const emailIds = emails.map(({ _id }) => _id)
    const { worker, provider: first } = await onlyWorker()
    const id = temporalIds.emails(newId())
    const temporal = createTemporal({ address: posthorn.stack.info.temporal, namespace: 'default' })
    await temporal.start({
      type: 'deliverEmails',
      id,
      queue: 'transactional',
      input: { groups: [{ projectId: project.id, emailIds }] },
      summary: '40 emails',
      kind: 'delivery',
      priority: PRIORITY.transactional,
      projectId: project.id,
    })
    await untilHeld(first)

    worker.child.kill('SIGTERM')
    await worker.logged('stopping')
    first.accept()

    expect(await worker.exited).to.equal(0)
    const held = first.emailIds.length
    expect(held).to.be.within(1, SIDE_BY_SIDE)
    expect(await statuses()).to.deep.equal({ SENT: held, PENDING: emailIds.length - held })
    const { provider: second } = await startNext()
    await eventually(statuses, ({ SENT }) => SENT === emailIds.length)
    expect([...first.emailIds, ...second.emailIds].sort()).to.deep.equal(emailIds.toSorted())
    // The second attempt follows a failure rather than a time-out of the first.
    const { events } = await eventually(
      () => fetchHistory(posthorn, id),
      (history) => history.events.some(({ eventType }) => eventType.endsWith('ACTIVITY_TASK_STARTED')),
    )
    const started = events.find(({ eventType }) => eventType.endsWith('ACTIVITY_TASK_STARTED'))
    expect(started?.['activityTaskStartedEventAttributes']).to.deep.include({ attempt: 2 })
    expect(started?.['activityTaskStartedEventAttributes']).to.have.nested.property(
      'lastFailure.message',
      'worker_stopping',
    )
    await temporal.close()
  })

  it('ends immediately on a second signal, although the provider has not answered', async () => {
    const { worker, provider } = await onlyWorker()
    const { _id, projectId } = await createEmail({ projectId: posthorn.project.id })
    await storeEntries('email', projectId, _id)
    await untilHeld(provider)
    worker.child.kill('SIGTERM')
    await worker.logged('stopping')
    // A signal within a second of the first one is the same, which npm passed on.
    const again = setInterval(() => worker.child.kill('SIGTERM'), 100)

    expect(await worker.exited).to.equal(1)
    clearInterval(again)
    expect(await statuses()).to.deep.equal({ SENDING: 1 })
    await Email.updateOne({ projectId: posthorn.project.id }, { $set: { status: 'FAILED' } })
  })
})
