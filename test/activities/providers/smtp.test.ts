import { expect } from 'chai'
import { ProviderError, type EmailProvider } from '../../../activities/providers/provider.js'
import { queueIdOf } from '../../../activities/providers/smtp/queue-id.js'
import { createSmtpProvider, type SmtpOptions } from '../../../activities/providers/smtp/smtp-provider.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { useFakeSmtp, type FakeSmtp } from './fake-smtp.js'

const MESSAGE = {
  emailId: '0192d3a0-0000-7000-8000-000000000001',
  projectId: 'project-1',
  from: 'shop@bücher.example',
  to: 'ann@example.com',
  isTracked: false,
  raw: Buffer.from('Subject: Hello\r\n\r\nSecret content\r\n.a dot\r\n'),
}

describe('SMTP provider', () => {
  let smtp: FakeSmtp
  let provider: EmailProvider
  const others: EmailProvider[] = []

  const connect = (options: Partial<SmtpOptions> = {}): EmailProvider => {
    const at = { host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' as const }
    const made = createSmtpProvider({ ...at, requestTimeoutMs: 60_000, ...options })
    others.push(made)
    return made
  }

  useFakeSmtp((started) => (smtp = started))
  beforeEach(() => void (provider = connect()))
  afterEach(() => {
    for (const one of others.splice(0)) one.close()
  })

  const failed = async (from: EmailProvider = provider, message = MESSAGE): Promise<ProviderError> => {
    const outcome: unknown = await from.send(message).catch((error: unknown) => error)
    expect(outcome).to.be.instanceOf(ProviderError)
    return outcome as ProviderError
  }
  /** The failure by the first of ever longer time-outs that lets the conversation reach the stage. */
  const timedOut = async (stage: string): Promise<ProviderError> => {
    for (let requestTimeoutMs = 200; ; requestTimeoutMs *= 2) {
      const failure = await failed(connect({ requestTimeoutMs }))
      if (stage === 'DOT' ? smtp.messages.length > 0 : (said(stage) ?? stage === 'GREETING')) return failure
    }
  }
  const said = (verb: string): string | undefined => smtp.commands.find((line) => line.startsWith(verb))

  it('submits the message unchanged, under the given envelope, and names it by the queue id of the server', async () => {
    expect(await provider.send(MESSAGE)).to.deep.equal({ providerMessageId: '4XyZ12' })
    expect(said('MAIL')).to.equal('MAIL FROM:<shop@xn--bcher-kva.example>')
    expect(said('RCPT')).to.equal('RCPT TO:<ann@example.com>')
    expect(smtp.messages).to.deep.equal([MESSAGE.raw])
  })

  it('requests that a bounce name the email, when the server can do that', async () => {
    smtp.offers = ['DSN']
    await provider.send(MESSAGE)
    expect(said('MAIL')).to.include(`RET=HDRS ENVID=${MESSAGE.emailId}`)
    expect(said('RCPT')).to.include('NOTIFY=FAILURE')
  })

  it('requests SMTPUTF8 only when an address needs it', async () => {
    smtp.offers = ['SMTPUTF8']
    await provider.send({ ...MESSAGE, to: 'jürgen@bücher.example' })
    expect(Buffer.from(said('MAIL')!, 'latin1').toString()).to.include('SMTPUTF8')
    expect(Buffer.from(said('RCPT')!, 'latin1').toString()).to.equal('RCPT TO:<jürgen@bücher.example>')
    smtp.commands.length = 0
    await provider.send(MESSAGE)
    expect(said('MAIL')).to.not.include('SMTPUTF8')
  })

  it('submits nothing to a non-ASCII address when the server takes none', async () => {
    expect(await failed(provider, { ...MESSAGE, to: 'jürgen@bücher.example' })).to.include({ kind: 'permanent' })
    expect(said('MAIL')).to.equal(undefined)
  })

  it('declares the size of a message and non-ASCII content when the server offers that', async () => {
    smtp.offers = ['8BITMIME', 'SIZE 1000']
    await provider.send(MESSAGE)
    expect(said('MAIL')).to.match(/ SIZE=42$/)
    smtp.commands.length = 0
    const raw = Buffer.from('Subject: Grüße\r\n\r\nHello\r\n')
    await provider.send({ ...MESSAGE, raw })
    expect(said('MAIL')).to.match(/ BODY=8BITMIME SIZE=27$/)
    expect(smtp.messages.at(-1)).to.deep.equal(raw)
  })

  it('uses HELO with a server that does not know EHLO', async () => {
    smtp.answer('EHLO', '502 5.5.1 What?')
    await provider.send(MESSAGE)
    expect(smtp.commands.map((line) => line.split(/[ :]/)[0])).to.deep.equal(['EHLO', 'HELO', 'MAIL', 'RCPT', 'DATA'])
  })

  it('keeps its connection from one message to the next, and opens no more than allowed', async () => {
    for (let sent = 0; sent < 5; sent += 1) await provider.send(MESSAGE)
    expect(smtp.connections).to.equal(1)
    const narrow = connect({ maxConnections: 2 })
    await Promise.all(Array.from({ length: 20 }, () => narrow.send(MESSAGE)))
    expect(smtp.connections).to.be.at.most(3)
    expect(smtp.messages).to.have.length(25)
  })

  const LINES: [what: string, raw: string, arrives?: string][] = [
    ['lines that begin with dots', '.\r\n..\r\n.a\r\n\r\n.\r\n'],
    ['no content', '', '\r\n'],
    ['no end of its last line', 'Subject: x\r\n\r\nend', 'Subject: x\r\n\r\nend\r\n'],
    ['lines that end as elsewhere', 'Subject: x\n\na\n.\nb\r\n', 'Subject: x\r\n\r\na\r\n.\r\nb\r\n'],
    ['a return without a line feed', 'a\r.\rb\r\n', 'a\r\n.\r\nb\r\n'],
    ['a line feed and a return that do not belong together', 'a\n\rb\r\n', 'a\r\n\r\nb\r\n'],
  ]
  for (const [what, raw, arrives = raw] of LINES) {
    it(`submits as one message, line by line, what has ${what}`, async () => {
      await provider.send({ ...MESSAGE, raw: Buffer.from(raw) })
      await provider.send(MESSAGE)
      expect(smtp.messages.map(String)).to.deep.equal([arrives, String(MESSAGE.raw)])
    })
  }

  const answers: [what: string, stage: Parameters<FakeSmtp['answer']>[0], reply: string, kind: string, code: string][] =
    [
      ['a refused recipient', 'RCPT', '550 5.1.1 <ann@example.com>: no such user', 'permanent', '5.1.1'],
      ['a refused sender', 'MAIL', '553 5.7.1 Sender not yours', 'permanent', '5.7.1'],
      ['refused content', 'DOT', '554 5.6.0 Looks like spam', 'permanent', '5.6.0'],
      ['a message that is too large', 'DOT', '552 5.3.4 Too large', 'permanent', '5.3.4'],
      ['greylisting', 'RCPT', '451 4.7.1 Greylisted, come back later', 'temporary', '4.7.1'],
      ['a full mailbox', 'RCPT', '452 4.2.2 Mailbox full', 'temporary', '4.2.2'],
      ['a local problem', 'DOT', '451 4.3.0 Local problem', 'temporary', '4.3.0'],
      ['a server that is closing', 'MAIL', '421 4.3.2 Shutting down', 'temporary', '4.3.2'],
      ['too many connections', 'GREETING', '421 4.7.0 Too many connections', 'throttled', '4.7.0'],
      ['a rate that is too high', 'RCPT', '450 4.2.1 Rate of mail too high', 'throttled', '4.2.1'],
      ['a sending quota', 'MAIL', '451 4.7.0 Daily sending quota exceeded', 'throttled', '4.7.0'],
      [
        'SES’s way of throttling',
        'DOT',
        '454 Throttling failure: Maximum sending rate exceeded.',
        'throttled',
        'EMESSAGE',
      ],
      ['a login that is asked for', 'MAIL', '530 5.7.0 Authentication required', 'temporary', '5.7.0'],
      ['a server that takes no mail', 'GREETING', '554 5.3.2 Not now', 'temporary', '5.3.2'],
      ['a connection that breaks before the message', 'MAIL', 'hang up', 'temporary', 'ECONNECTION'],
      ['a connection that breaks before the message is whole', 'DATA', 'hang up', 'temporary', 'ECONNECTION'],
      ['a connection that breaks after the message', 'DOT', 'hang up', 'unknown', 'ECONNECTION'],
      ['no answer to the message in time', 'DOT', 'silence', 'unknown', 'Timeout'],
      ['no answer to the envelope in time', 'RCPT', 'silence', 'temporary', 'Timeout'],
      ['no greeting in time', 'GREETING', 'silence', 'temporary', 'Timeout'],
    ]
  for (const [what, stage, reply, kind, code] of answers) {
    it(`takes ${what} as ${kind}`, async () => {
      smtp.answer(stage, reply)
      expect(await (reply === 'silence' ? timedOut(stage) : failed())).to.include({ kind, code })
    })
  }

  it('takes a connection that breaks inside a large message as temporary, because its end was never written', async () => {
    smtp.answer('BODY', 'hang up')
    const raw = Buffer.concat([MESSAGE.raw, Buffer.from(`${'x'.repeat(76)}\r\n`.repeat(200_000))])
    expect(await failed(provider, { ...MESSAGE, raw })).to.include({ kind: 'temporary' })
    expect(smtp.messages).to.be.empty
  })

  it('takes a message above the size that the server offers as permanent, without sending it', async () => {
    smtp.offers = ['SIZE 10']
    expect(await failed()).to.include({ kind: 'permanent' })
    expect(smtp.messages).to.be.empty
  })

  it('takes a refused connection and an unknown host as temporary', async () => {
    expect(await failed(connect({ port: 1 }))).to.include({ kind: 'temporary' })
    expect(await failed(connect({ host: 'smtp.invalid' }))).to.include({ kind: 'temporary' })
  })

  it('never tries a message twice by itself', async () => {
    smtp.answer('DOT', 'hang up')
    await failed()
    smtp.answer('DOT', '451 4.3.0 Local problem')
    await failed()
    expect(smtp.messages).to.have.length(2)
  })

  it('puts nothing of the mail into its error messages, and keeps the original as the cause', async () => {
    smtp.answer('RCPT', '550 5.1.1 <ann@example.com>: no such user')
    const error = await failed()
    expect(error.message).to.equal('smtp: 550 5.1.1 (permanent)')
    expect((error.cause as Error).message).to.include('ann@example.com')
  })

  it('works again after a failure, over the same pool', async () => {
    smtp.answer('DOT', 'hang up')
    await failed()
    smtp.answer('DOT', '250 Ok: queued as next')
    expect(await provider.send(MESSAGE)).to.deep.equal({ providerMessageId: 'next' })
  })

  it('ends its connections when it is closed, and accepts no more messages', async () => {
    await provider.send(MESSAGE)
    expect(smtp.open.size).to.equal(1)
    provider.close()
    await eventuallyEquals(() => smtp.open.size, 0)
    expect(await failed()).to.include({ kind: 'temporary' })
  })

  it('names a message by its email when the server gives no queue id', async () => {
    smtp.answer('DOT', '250 2.0.0 Thanks')
    expect(await provider.send(MESSAGE)).to.deep.equal({ providerMessageId: `smtp-${MESSAGE.emailId}` })
  })
})

describe('queueIdOf', () => {
  const ANSWERS = [
    ['250 2.0.0 Ok: queued as 4XyZ12', '4XyZ12'],
    ['250 Message kept as 0192d3a0-17.', '0192d3a0-17'],
    ['250 OK id=1tEwcW-0000cp-2B', '1tEwcW-0000cp-2B'],
    ['250 2.0.0 4AL9xQ3k012345 Message accepted for delivery', '4AL9xQ3k012345'],
    ['250 2.0.0 OK  1732218000 d2e1a72fcca58-724de5 - gsmtp', 'd2e1a72fcca58-724de5'],
    ['250 2.0.0 Thanks', undefined],
  ] as const
  for (const [answer, id] of ANSWERS) {
    it(`finds ${id ?? 'nothing'} in "${answer}"`, () => expect(queueIdOf(answer)).to.equal(id))
  }

  it('prefers the id that the server gave the message itself', () => {
    const answer = '250 Ok 0100018b5c3c0a4f-1d2e-000000'
    const id = '0100018b5c3c0a4f-1d2e-000000'
    expect(queueIdOf(answer, 'email-smtp.us-east-1.amazonaws.com')).to.equal(`${id}@email.amazonses.com`)
    expect(queueIdOf(answer, 'email-smtp.eu-west-1.amazonaws.com')).to.equal(`${id}@eu-west-1.amazonses.com`)
    expect(queueIdOf(answer, 'mail.example.com')).to.equal(id)
    const outlook = '<AM9PR01@AM9PR01.eurprd01.prod.outlook.com>'
    expect(queueIdOf(`250 2.0.0 OK ${outlook} [Hostname=x]`)).to.equal(outlook.slice(1, -1))
  })
})
