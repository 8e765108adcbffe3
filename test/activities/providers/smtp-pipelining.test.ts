import { expect } from 'chai'
import type { EmailProvider, OutgoingMessage, ProviderError } from '../../../activities/providers/provider.js'
import { createSmtpProvider, type SmtpOptions } from '../../../activities/providers/smtp/smtp-provider.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { useFakeSmtp, type FakeSmtp } from './fake-smtp.js'

const message = (n: number, raw = `Subject: ${n}\r\n\r\nHello\r\n`): OutgoingMessage => ({
  emailId: `email-${n}`,
  projectId: 'project-1',
  from: 'shop@example.com',
  to: `ann${n}@example.com`,
  isTracked: false,
  raw: Buffer.from(raw),
})
const commandsOf = (n: number): string => `MAIL FROM:<shop@example.com>\r\nRCPT TO:<ann${n}@example.com>\r\nDATA\r\n`

describe('SMTP with PIPELINING', () => {
  let smtp: FakeSmtp
  let provider: EmailProvider
  useFakeSmtp((started) => (smtp = started), 'PIPELINING')

  const connect = (options: Partial<SmtpOptions> = {}): EmailProvider => {
    provider?.close()
    const at = { host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' as const, maxConnections: 1 }
    provider = createSmtpProvider({ ...at, requestTimeoutMs: 60_000, ...options })
    return provider
  }
  /** The outcome of messages that are sent concurrently: the id of each at the server, or its failure. */
  const sendAll = (...messages: OutgoingMessage[]): Promise<(string | ProviderError)[]> =>
    Promise.all(
      messages.map((one) =>
        provider.send(one).then(
          ({ providerMessageId }) => providerMessageId,
          (error: ProviderError) => error,
        ),
      ),
    )
  const arrived = (): string[] => smtp.messages.map((raw) => /^Subject: (.*)\r\n/.exec(raw.toString())?.[1] ?? 'empty')

  beforeEach(() => void connect())
  afterEach(() => provider.close())

  it('writes the commands of a message together, and those of the next one after its end', async () => {
    smtp.answer('DOT', '250 Ok: queued as first', '250 Ok: queued as second')
    expect(await sendAll(message(1), message(2))).to.deep.equal(['first', 'second'])
    expect(smtp.reads.slice(1)).to.deep.equal([
      commandsOf(1),
      `Subject: 1\r\n\r\nHello\r\n.\r\n${commandsOf(2)}`,
      'Subject: 2\r\n\r\nHello\r\n.\r\n',
    ])
  })

  it('writes one command at a time to a server that does not offer it', async () => {
    smtp.offers = []
    await sendAll(message(1), message(2))
    const [mail, rcpt, data] = commandsOf(2).split(/(?<=\r\n)/)
    expect(smtp.reads.slice(-4)).to.deep.equal([mail, rcpt, data, 'Subject: 2\r\n\r\nHello\r\n.\r\n'])
  })

  it('understands a server that answers byte by byte', async () => {
    smtp.isSlow = true
    smtp.answer('DOT', '250-Ok\r\n250 queued as first', '554 5.6.0 Spam', '250 queued as third')
    const [first, second, third] = await sendAll(message(1), message(2), message(3))
    expect([first, third]).to.deep.equal(['first', 'third'])
    expect(second).to.include({ kind: 'permanent', code: '5.6.0' })
  })

  it('sends messages in the order in which they were given', async () => {
    await sendAll(...Array.from({ length: 20 }, (_, n) => message(n)))
    expect(arrived()).to.deep.equal(Array.from({ length: 20 }, (_, n) => String(n)))
    expect(smtp.connections).to.equal(1)
  })

  it('continues after a refused message when the next one was announced already', async () => {
    smtp.answer('DOT', '554 5.6.0 Spam', '250 queued as second')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'permanent', code: '5.6.0' })
    expect(second).to.equal('second')
    expect(smtp.connections).to.equal(1)
  })

  it('resets a refused envelope before the next message, over the same connection', async () => {
    smtp.answer('RCPT', '550 5.1.1 No such user', '250 Ok')
    smtp.answer('DATA', '503 5.5.1 No recipients', '354 Go on')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'permanent', code: '5.1.1' })
    expect(second).to.equal('4XyZ12')
    expect(smtp.reads).to.include(`RSET\r\n${commandsOf(2)}`)
    expect(arrived()).to.deep.equal(['2'])
    expect(smtp.connections).to.equal(1)
  })

  it('resets the envelope of a message whose content the server refuses to read', async () => {
    smtp.answer('DATA', '451 4.3.0 Not now', '354 Go on')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'temporary', code: '4.3.0' })
    expect(second).to.equal('4XyZ12')
    expect(arrived()).to.deep.equal(['2'])
  })

  it('sends no content to a server that asks for it although it refused the recipient', async () => {
    smtp.answer('RCPT', '550 5.1.1 No such user', '250 Ok')
    smtp.answer('DOT', '554 5.5.1 No valid recipients', '250 queued as second')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'permanent', code: '5.1.1' })
    expect(second).to.equal('second')
    expect(arrived()).to.deep.equal(['empty', '2'])
    expect(smtp.connections).to.equal(1)
  })

  it('closes the connection to a server that asks for content although it refused the sender', async () => {
    smtp.answer('MAIL', '550 5.7.1 Not you', '250 Ok')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'permanent', code: '5.7.1' })
    expect(second).to.equal('4XyZ12')
    expect(arrived()).to.deep.equal(['2'])
    expect(smtp.connections).to.equal(2)
  })

  it('takes a refusal as such although the server closes the connection after it', async () => {
    smtp.answer('RCPT', '550 5.1.1 No such user')
    smtp.answer('DATA', 'hang up')
    expect((await sendAll(message(1)))[0]).to.include({ kind: 'permanent', code: '5.1.1' })
  })

  it('takes a connection that the server closes in the middle of the envelope as temporary', async () => {
    smtp.answer('RCPT', '421 4.3.2 Shutting down')
    expect((await sendAll(message(1)))[0]).to.include({ kind: 'temporary', code: '4.3.2' })
    expect(smtp.messages).to.be.empty
  })

  it('knows of each of two messages whether it may have left when the connection breaks between them', async () => {
    smtp.answer('DOT', 'hang up', '250 queued as second')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'unknown', code: 'ECONNECTION' })
    expect(second).to.equal('second')
    expect(arrived()).to.deep.equal(['1', '2'])
  })

  it('sends over a new connection what was announced to a server that closes the old one', async () => {
    smtp.answer('DOT', '421 4.3.2 Shutting down', '250 queued as second')
    const [first, second] = await sendAll(message(1), message(2))
    expect(first).to.include({ kind: 'temporary', code: '4.3.2' })
    expect(second).to.equal('second')
    expect(smtp.connections).to.equal(2)
  })

  it('sends nothing of a message that waits behind one without an answer', async () => {
    smtp.answer('DOT', 'silence')
    let outcomes: (string | ProviderError)[] = []
    // The time-out grows until a slow machine submits the first message in it.
    for (let requestTimeoutMs = 500; arrived().length === 0; requestTimeoutMs *= 2) {
      connect({ requestTimeoutMs })
      // The time-out of the second message is a moment longer, so that it would leave over a new connection.
      smtp.answer('GREETING', '220 fake ESMTP', 'silence')
      outcomes = await sendAll(message(1), message(2), message(3))
    }
    const [first, second, third] = outcomes
    expect(first).to.include({ kind: 'unknown', code: 'Timeout' })
    expect(second).to.include({ kind: 'temporary', code: 'Timeout' })
    expect(third).to.include({ kind: 'temporary', code: 'Timeout' })
    expect(arrived()).to.deep.equal(['1'])
  })

  it('writes large messages whole, with the next one after them', async () => {
    const large = (n: number): string => `Subject: ${n}\r\n\r\n${`.${'x'.repeat(70)}\r\n`.repeat(20_000)}`
    await sendAll(message(1, large(1)), message(2, large(2)))
    expect(smtp.messages.map(String)).to.deep.equal([large(1), large(2)])
  })
})

describe('a kept SMTP connection', () => {
  let smtp: FakeSmtp
  let provider: EmailProvider

  useFakeSmtp((started) => (smtp = started), 'PIPELINING')
  beforeEach(async () => {
    provider = createSmtpProvider({ host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' })
    await provider.send(message(1))
  })
  afterEach(() => provider.close())

  for (const farewell of ['hang up', '421 4.4.2 Idle for too long']) {
    it(`is replaced at once when the server ends it just as a message begins (${farewell})`, async () => {
      smtp.answer('MAIL', farewell, '250 Ok')
      expect(await provider.send(message(2))).to.deep.equal({ providerMessageId: '4XyZ12' })
      expect(smtp.connections).to.equal(2)
    })
  }

  it('is replaced only once for a message', async () => {
    smtp.answer('MAIL', 'hang up')
    const failure: unknown = await provider.send(message(2)).catch((error: unknown) => error)
    expect(failure).to.include({ kind: 'temporary', code: 'ECONNECTION' })
    expect(smtp.connections).to.equal(2)
  })

  it('is not replaced once the server has begun to answer', async () => {
    smtp.answer('RCPT', 'hang up', '250 Ok')
    const failure: unknown = await provider.send(message(2)).catch((error: unknown) => error)
    expect(failure).to.include({ kind: 'temporary', code: 'ECONNECTION' })
    expect(smtp.connections).to.equal(1)
  })

  it('is replaced by a new one when the server has ended it', async () => {
    for (const socket of smtp.open) socket.end('421 4.4.2 Idle for too long\r\n')
    await eventuallyEquals(() => smtp.open.size, 0)
    expect(await provider.send(message(2))).to.deep.equal({ providerMessageId: '4XyZ12' })
  })
})
