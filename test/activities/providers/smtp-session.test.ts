import { expect } from 'chai'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { ProviderError, type EmailProvider } from '../../../activities/providers/provider.js'
import { createSmtpProvider, type SmtpOptions } from '../../../activities/providers/smtp/smtp-provider.js'
import { createCertificate } from '../../../embedded/provider/notifications/certificate.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { PRIVATE_KEY_PEM, privateKey } from '../../support/rsa-keys.js'
import { useFakeSmtp, type FakeSmtp } from './fake-smtp.js'

const MESSAGE = {
  emailId: '0192d3a0-0000-7000-8000-000000000001',
  projectId: 'project-1',
  from: 'shop@example.com',
  to: 'ann@example.com',
  isTracked: false,
  raw: Buffer.from('Subject: Hello\r\n\r\nSecret content\r\n'),
}
const AUTH = { user: 'me', pass: 'pass wörd' }

describe('the session of the SMTP provider', () => {
  let smtp: FakeSmtp
  let provider: EmailProvider | undefined
  useFakeSmtp((started) => (smtp = started))

  const connect = (options: Partial<SmtpOptions> = {}): EmailProvider => {
    const at = { host: '127.0.0.1', port: smtp.port, isImplicitTls: false, tls: 'none' as const }
    provider = createSmtpProvider({ ...at, requestTimeoutMs: 60_000, ...options })
    return provider
  }
  afterEach(() => provider?.close())

  const failed = async (options: Partial<SmtpOptions> = {}): Promise<ProviderError> => {
    const outcome: unknown = await connect(options)
      .send(MESSAGE)
      .catch((error: unknown) => error)
    expect(outcome).to.be.instanceOf(ProviderError)
    return outcome as ProviderError
  }
  const base64 = (text: string): string => Buffer.from(text).toString('base64')

  it('logs in with the given name and password', async () => {
    smtp.offers = ['AUTH LOGIN PLAIN']
    await connect({ auth: AUTH }).send(MESSAGE)
    expect(smtp.commands).to.include(`AUTH PLAIN ${base64('\0me\0pass wörd')}`)
  })

  it('logs in by LOGIN when the server offers no better way', async () => {
    smtp.offers = ['AUTH LOGIN']
    smtp.answer('AUTH', '334 VXNlcm5hbWU6', '334 UGFzc3dvcmQ6', '235 Welcome')
    await connect({ auth: AUTH }).send(MESSAGE)
    expect(smtp.commands.slice(1, 4)).to.deep.equal(['AUTH LOGIN', base64('me'), base64('pass wörd')])
  })

  it('answers the challenge of CRAM-MD5 without revealing the password', async () => {
    smtp.offers = ['AUTH=CRAM-MD5']
    // The example of RFC 2195.
    smtp.answer('AUTH', `334 ${base64('<1896.697170952@postoffice.reston.mci.net>')}`, '235 Welcome')
    await connect({ auth: { user: 'tim', pass: 'tanstaaftanstaaf' } }).send(MESSAGE)
    expect(smtp.commands[2]).to.equal(base64('tim b913a602c7eda7a495b4e6e7334d3890'))
  })

  it('does not log in when the server offers no login', async () => {
    await connect({ auth: AUTH }).send(MESSAGE)
    expect(smtp.commands.map((line) => line.split(/[ :]/)[0])).to.not.include('AUTH')
  })

  it('takes a refused login as temporary, because an operator can correct it', async () => {
    smtp.offers = ['AUTH PLAIN']
    smtp.answer('AUTH', '535 5.7.8 Wrong password')
    expect(await failed({ auth: AUTH })).to.include({ kind: 'temporary', code: '5.7.8' })
    expect(smtp.messages).to.be.empty
  })

  it('never repeats a password that the server echoes', async () => {
    smtp.offers = ['AUTH PLAIN']
    const token = base64('\0me\0pass wörd')
    smtp.answer('AUTH', `535 5.7.8 Not ${token}, not ${Buffer.from('pass wörd').toString('latin1')}`)
    const { message, cause } = await failed({ auth: AUTH })
    const text = `${message} ${(cause as Error).stack} ${JSON.stringify(cause)}`
    expect(text).to.include('535').and.not.include(token).and.not.include('pass w')
  })

  const answers: [what: string, stage: Parameters<FakeSmtp['answer']>[0], reply: string, code: string][] = [
    ['a line without an end', 'EHLO', `250-${'x'.repeat(100_000)}`, 'EPROTOCOL'],
    ['lines without an end', 'EHLO', '250-x\r\n'.repeat(20_000).trimEnd(), 'EPROTOCOL'],
    ['what is no reply', 'GREETING', 'HTTP/1.1 400 Bad Request', 'EPROTOCOL'],
    ['more than it was asked', 'EHLO', '250 fake\r\n250 Ok', 'EPROTOCOL'],
    ['another answer than one to the envelope', 'RCPT', '354 Go on', 'EPROTOCOL'],
  ]
  for (const [what, stage, reply, code] of answers) {
    it(`submits no message to a server that says ${what}`, async () => {
      smtp.answer(stage, reply)
      expect(await failed()).to.include({ kind: 'temporary', code })
      expect(smtp.messages).to.be.empty
    })
  }

  it('ignores what came in the clear behind the consent to encrypt', async () => {
    smtp.offers = ['STARTTLS']
    for (const injected of ['250 injected', '250-inj']) {
      smtp.answer('STARTTLS', `220 Go on\r\n${injected}`)
      for (const tls of ['required', 'opportunistic'] as const) {
        expect(await failed({ tls })).to.include({ kind: 'temporary' })
      }
    }
    expect(smtp.reads.filter((text) => !/^(?:EHLO|STARTTLS)/.test(text))).to.be.empty
  })

  it('sends no password to a server that refuses to encrypt, although mail may go in the clear', async () => {
    smtp.offers = ['STARTTLS', 'AUTH PLAIN']
    smtp.answer('STARTTLS', '454 4.7.0 TLS not available')
    await connect({ tls: 'opportunistic', auth: AUTH }).send(MESSAGE)
    expect(smtp.commands.map((line) => line.split(/[ :]/)[0])).to.not.include('AUTH')
    expect(await failed({ tls: 'required', auth: AUTH })).to.include({ kind: 'temporary', code: '4.7.0' })
  })
})

describe('TLS of the SMTP provider', () => {
  const cert = createCertificate(privateKey, 'localhost')
  let server: SMTPServer
  let secure: string[]
  let port: number

  const listen = async (options: SMTPServerOptions = {}): Promise<void> => {
    server = new SMTPServer({
      authOptional: true,
      key: PRIVATE_KEY_PEM,
      cert,
      ...options,
      onData: (stream, session, callback) => {
        secure.push(session.secure ? 'encrypted' : 'plain')
        stream.on('end', () => callback()).resume()
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    port = (server.server.address() as AddressInfo).port
  }
  const send = async (options: Partial<SmtpOptions>): Promise<string> => {
    const at = { host: 'localhost', port, isImplicitTls: false, tls: 'required' as const, requestTimeoutMs: 60_000 }
    const provider = createSmtpProvider({ ...at, ...options })
    try {
      await provider.send(MESSAGE)
      return secure.at(-1) ?? ''
    } catch (error) {
      return (error as ProviderError).message
    } finally {
      provider.close()
    }
  }

  beforeEach(() => {
    secure = []
  })
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

  it('encrypts by STARTTLS, or from the start, with a server whose certificate it trusts', async () => {
    await listen()
    expect(await send({ ca: cert })).to.equal('encrypted')
    expect(await send({ ca: cert, tls: 'opportunistic' })).to.equal('encrypted')
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await listen({ secure: true })
    expect(await send({ ca: cert, isImplicitTls: true })).to.equal('encrypted')
  })

  it('submits nothing to a server whose certificate it cannot check', async () => {
    await listen()
    expect(await send({})).to.include('(temporary)')
    expect(await send({ tls: 'opportunistic' })).to.include('(temporary)')
    expect(await send({ ca: createCertificate(privateKey, 'elsewhere') })).to.include('temporary')
    expect(secure).to.be.empty
  })

  it('submits nothing in the clear when TLS is required, and does when it is not', async () => {
    await listen({ disabledCommands: ['STARTTLS'] })
    expect(await send({ ca: cert })).to.include('(temporary)')
    expect(secure).to.be.empty
    expect(await send({ tls: 'opportunistic' })).to.equal('plain')
    expect(await send({ tls: 'none' })).to.equal('plain')
  })

  it('logs in over the encrypted connection to a server that offers no login before', async () => {
    const seen: string[] = []
    await listen({
      authOptional: false,
      onAuth: ({ method, username, password }, session, callback) => {
        seen.push(`${method} ${username} ${password} ${session.secure}`)
        callback(null, { user: 'me' })
      },
    })
    expect(await send({ ca: cert, auth: AUTH })).to.equal('encrypted')
    expect(seen).to.deep.equal(['PLAIN me pass wörd true'])
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await listen({ authMethods: ['LOGIN'], onAuth: (_auth, _session, callback) => callback(new Error('No')) })
    expect(await send({ ca: cert, auth: AUTH }))
      .to.include('535')
      .and.include('(temporary)')
    expect(secure).to.have.length(1)
  })

  it('keeps an encrypted connection, and ends it when it is closed', async () => {
    await listen()
    const provider = createSmtpProvider({ host: 'localhost', port, isImplicitTls: false, tls: 'required', ca: cert })
    const raw = Buffer.from(`Subject: Large\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(20_000)}`)
    for (let sent = 0; sent < 3; sent += 1) await provider.send({ ...MESSAGE, raw })
    expect(server.connections.size).to.equal(1)
    provider.close()
    await eventuallyEquals(() => server.connections.size, 0)
    expect(secure).to.deep.equal(['encrypted', 'encrypted', 'encrypted'])
  })
})
