import { expect } from 'chai'
import type { Worker } from 'node:worker_threads'
import type { CampaignGroup } from '../../activities/campaign/group-sender.js'
import { sentCampaign } from '../../commands/sending/campaigns/recipient-emails.js'
import type {
  ownEntriesAs as OwnEntriesAs,
  relayEntriesTo as RelayEntriesTo,
} from '../../commands/base/outbox/owner.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { newId } from '../../runtime/ids.js'
import { shareNumber, type NumberForThreads } from '../../runtime/threads/shared-number.js'
import type {
  CampaignThreadOptions,
  CampaignThreads as Threads,
} from '../../workers/campaign-threads/campaign-threads.js'
import { startFakeSmtp, type FakeSmtp } from '../activities/providers/fake-smtp.js'
import { begunCampaign } from '../activities/campaign/campaign-walk.js'
import { compiledModule } from '../support/compiled-program.js'
import { testConfig } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { eventuallyEquals } from '../support/eventually.js'
import { createContacts, createProject } from '../support/factories.js'
import { mongodbServer } from '../support/servers.js'

describe('the threads that send campaigns', () => {
  useDatabase({ isEmptied: 'before each' })
  let CampaignThreads: typeof Threads
  let threads: Threads
  let smtp: FakeSmtp
  let projectId: string
  let mongodb: string
  let campaign: CampaignRecord
  let entries: OutboxEntry[]
  let stopRelaying: () => void
  let owner: { ownEntriesAs: typeof OwnEntriesAs; relayEntriesTo: typeof RelayEntriesTo }
  let uses: boolean[]
  let connections: NumberForThreads
  /** All that were started. */
  let started: Worker[]
  const onWorker = (worker: Worker): void => void started.push(worker)

  // A compiled thread starts in half the processor time.
  before(async () => {
    mongodb = (await mongodbServer()).info.mongodb
    const compiled = await compiledModule('workers/campaign-threads/campaign-threads')
    ;({ CampaignThreads } = (await import(compiled)) as { CampaignThreads: typeof Threads })
    owner = (await import(await compiledModule('commands/base/outbox/owner'))) as typeof owner
  })
  beforeEach(async () => {
    process.on('worker', onWorker)
    stopRelaying = owner.relayEntriesTo((some) => void entries.push(...some))
    ;[entries, uses, started] = [[], [], []]
    smtp = await startFakeSmtp()
    projectId = (await createProject()).id
    connections = shareNumber(2)
    open()
  })
  afterEach(async () => {
    process.off('worker', onWorker)
    stopRelaying()
    await threads.close()
    await smtp.close()
  })

  const open = (changes: Partial<CampaignThreadOptions> = {}): void => {
    threads = new CampaignThreads({
      config: testConfig({ MONGODB_URI: mongodb, EMAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }),
      threads: 1,
      connections: connections.shared,
      onUse: (isUsed) => void uses.push(isUsed),
      ...changes,
    })
  }
  /** A group of recipients whom nobody has claimed. */
  const group = async (count: number): Promise<CampaignGroup> => {
    const contacts = await createContacts(count, { projectId })
    campaign = await begunCampaign({ projectId, subject: 'Hello {{ email }}' })
    const recipients = contacts.map(({ _id: contactId }, place) => ({ place, contactId }))
    return { kind: 'unclaimed', campaign: sentCampaign(campaign), baseId: newId(), recipients }
  }
  const statuses = async () => (await Email.find({ projectId }).lean()).map(({ status }) => status)

  it('claim, compose and submit a group, and record what became of it', async () => {
    const { others, ...result } = await threads.send(await group(5))
    expect(others).to.deep.equal([])
    expect(result).to.include({ sent: 5, claimedElsewhere: 0 })
    expect(smtp.messages).to.have.length(5)
    expect(await statuses()).to.deep.equal(Array(5).fill('SENT'))
  })

  it('tell the worker what the group set off, as entries of its own relay', async () => {
    owner.ownEntriesAs('')
    await threads.send(await group(2))
    const kinds = () => entries.flatMap(({ kind, ids }) => ids.map(() => kind))
    await eventuallyEquals(() => kinds().join(), 'event,event')
    expect(entries[0]?.createdAt).to.be.instanceOf(Date)
  })

  it('say of each recipient who was not sent to why, and of those whom others had claimed how many', async () => {
    const given = await group(3)
    await threads.send(given)
    smtp.answer('RCPT', '550 5.1.1 Unknown')
    expect(await threads.send(given)).to.deep.include({ sent: 0, others: [], claimedElsewhere: 3 })
    const { others } = await threads.send({ ...(await group(1)), baseId: newId() } as CampaignGroup)
    expect(others.map(([, { state }]) => state)).to.deep.equal(['withheld'])
  })

  it('submit nothing more once the worker stops, and release what they have claimed', async () => {
    smtp.answer('DOT', 'wait')
    const sending = threads.send(await group(40))
    await eventuallyEquals(() => smtp.held.length, 2)
    // The worker may use more connections now.
    connections.set(3)
    await eventuallyEquals(() => smtp.held.length, 3)
    threads.stop()
    smtp.answer('DOT', '250 2.0.0 Ok: queued as 1')
    smtp.release('250 2.0.0 Ok: queued as 1')
    const { sent, others } = await sending
    expect(smtp.messages).to.have.length(sent)
    expect(sent).to.be.below(40)
    expect(new Set(others.map(([, result]) => 'reason' in result && result.reason))).to.deep.equal(
      new Set(['worker_stopping']),
    )
    const counts = (await statuses()).filter((status) => status === 'PENDING')
    expect(counts).to.have.length(40 - sent)
  })

  it('fail the groups of one that dies, whose emails stay claimed, and are replaced', async () => {
    smtp.answer('DOT', 'wait')
    const groups = [await group(1), await group(1)]
    const outcomes = Promise.allSettled(groups.map((each) => threads.send(each)))
    await eventuallyEquals(() => smtp.held.length, 2)
    await started.at(-1)?.terminate()
    expect((await outcomes).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(await statuses()).to.deep.equal(['SENDING', 'SENDING'])

    smtp.answer('DOT', '250 2.0.0 Ok: queued as 1')
    expect(await threads.send(await group(2))).to.include({ sent: 2 })
    expect(uses.at(-1)).to.equal(true)
  })

  it('start with the first group, and end when there has been none for a while', async () => {
    open({ idleMs: 1 })
    expect(started).to.have.length(0)
    await threads.send(await group(1))
    await eventuallyEquals(() => uses.length, 2)
    expect(uses).to.deep.equal([true, false])
    await threads.send(await group(1))
    expect(uses[2]).to.equal(true)
  })

  it('tell an error by its name, and without the address that it quotes', async () => {
    const quoting = { 'ann@example.com': 1 } as never
    const broken: CampaignGroup = { kind: 'stored', projectId: quoting, emailIds: [newId()] }
    const error: unknown = await threads.send(broken).catch((thrown: unknown) => thrown)
    expect(String(error)).to.match(/^CastError: /)
    expect(String(error)).not.to.include('ann@example.com')
  })
})
