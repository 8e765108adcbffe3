import { expect } from 'chai'
import type { EmailProvider } from '../../../activities/providers/provider.js'
import { createSmtpProvider } from '../../../activities/providers/smtp/smtp-provider.js'
import { leaseShare, releaseShare } from '../../../commands/base/installation/lease-share.js'
import { newId } from '../../../runtime/ids.js'
import { createLogger } from '../../../runtime/logger.js'
import { ConnectionShare, leaseMs } from '../../../workers/connections/connection-share.js'
import { DividedConnections } from '../../../workers/connections/divided-connections.js'
import { shareConnections, whileConnected } from '../../../workers/connections/share-connections.js'
import { useFakeSmtp, type FakeSmtp } from '../../activities/providers/fake-smtp.js'
import { testConfig } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { eventuallyEquals } from '../../support/eventually.js'

const MOST = 7
const OK = '250 2.0.0 Ok: queued as 1'
const ENDS_WITHIN_MS = 500
const LONG_MS = 60_000
const MESSAGE = {
  emailId: 'email-1',
  projectId: 'project-1',
  from: 'shop@example.com',
  to: 'ann@example.org',
  isTracked: false,
  raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
}

const log = createLogger('test', { level: 'silent', pretty: false })

/** A worker that has more emails to send than connections. */
interface Sender {
  /** Its share. */
  most: number
  /** Whether MongoDB is away for it. */
  isCut: boolean
  /** How often it said that it gets no connection. */
  without: number
  stop: () => Promise<void>
}

describe('the connections of all workers', () => {
  useDatabase()
  let smtp: FakeSmtp
  let limit: string
  let answering: NodeJS.Timeout
  let senders: Sender[]
  useFakeSmtp((started) => (smtp = started))

  beforeEach(() => {
    ;[limit, senders] = [newId(), []]
    smtp.answer('DOT', 'wait')
    answering = setInterval(() => smtp.release(OK), 5)
  })
  afterEach(async () => {
    await Promise.all(senders.map(({ stop }) => stop()))
    clearInterval(answering)
  })

  const sender = async ({ most = MOST, usedForMs = LONG_MS } = {}): Promise<Sender> => {
    const server = { host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' as const }
    // A message that times out would be replaced by another connection while its own is being closed.
    const provider = createSmtpProvider({ ...server, requestTimeoutMs: LONG_MS })
    const divided = new DividedConnections({ provider, threads: 0, endsWithinMs: ENDS_WITHIN_MS })
    const times = { everyMs: 20, soonMs: 5, usedForMs }
    const wanted = { limit, most, holder: newId() }
    let isOpen = true
    const share = new ConnectionShare({
      lease: async (kept) => {
        if (self.isCut) throw new Error('MongoDB is away')
        return leaseShare(wanted, kept, leaseMs(ENDS_WITHIN_MS, times))
      },
      release: () => releaseShare(wanted),
      limit: (now) => {
        self.most = now
        return divided.limit(now)
      },
      onNone: () => (self.without += 1),
      onFailure: (error) => self.isCut || expect.fail(String(error)),
      times,
    })
    const stop = async (): Promise<void> => {
      if (!isOpen) return
      isOpen = false
      provider.close()
      await share.stop()
    }
    const self: Sender = { most: 0, isCut: false, without: 0, stop }
    senders.push(self)
    await share.start()
    const load = Array.from({ length: MOST }, () => sendOn(provider, () => isOpen))
    void Promise.all(load)
    return self
  }
  const sendOn = async (provider: EmailProvider, isOpen: () => boolean): Promise<void> => {
    while (isOpen()) await provider.send(MESSAGE).catch(() => undefined)
  }
  const shares = async (...expected: number[]) => {
    await eventuallyEquals(() => senders.map(({ most }) => most).join(), expected.join())
    await eventuallyEquals(() => smtp.open.size, MOST)
  }

  it('never exceed the limit and are all used in the end, whichever worker comes, stops or dies', async () => {
    const first = await sender()
    await shares(7)
    await sender()
    const mortal = await sender({ usedForMs: ENDS_WITHIN_MS })
    await shares(3, 2, 2)
    mortal.isCut = true
    await shares(4, 3, 0)
    mortal.isCut = false
    await shares(3, 2, 2)
    await first.stop()
    await eventuallyEquals(
      () =>
        senders
          .map(({ most }) => most)
          .slice(1)
          .join(),
      '4,3',
    )
    await eventuallyEquals(() => smtp.open.size, MOST)
    expect(smtp.mostOpen).to.equal(MOST)
  })

  it('are one for each of the first workers, where there are too few, and a further one says that it waits', async () => {
    const [first, second, third] = [await sender({ most: 2 }), await sender({ most: 2 }), await sender({ most: 2 })]
    await eventuallyEquals(() => [first, second, third].map(({ most }) => most).join(), '1,1,0')
    expect([first, second, third].map(({ without }) => without)).to.deep.equal([0, 0, 1])
    await first.stop()
    await eventuallyEquals(() => third.most, 1)
    expect(third.without).to.equal(1)
  })

  it('give no permit to a worker that has none, so that its emails wait outside', async () => {
    const limits: number[] = []
    const provider = { limitConnections: async (most: number) => void limits.push(most) } as EmailProvider
    const config = testConfig({ EMAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1', SMTP_MAX_CONNECTIONS: 3 })
    const connections = shareConnections(config, { provider, threads: 0, log })!
    const grantAll = async (_projectId: string, permits: number) => ({ permits, retryAfterMs: 0 })
    const impatient = whileConnected(connections.divided, grantAll, 1)
    expect(await impatient('project-1', 5)).to.include({ permits: 0 })
    const rate = connections.limit({ permitsFor: () => grantAll, stop: () => undefined })
    const acquired = rate.permitsFor('campaign')('project-1', 5)
    await connections.start()
    expect(await acquired).to.deep.equal({ permits: 5, retryAfterMs: 0 })
    await eventuallyEquals(() => limits.at(-1), 3)
    await connections.stop()
  })

  it('are not shared by a worker that sends nothing', () => {
    const config = testConfig({
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: 'smtp://127.0.0.1',
      WORKER_QUEUES: ['jobs', 'webhooks'],
    })
    expect(shareConnections(config, { provider: {} as EmailProvider, threads: 0, log })).to.equal(null)
  })
})
