import { expect } from 'chai'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { createDkimSigner, type SignMessage } from '../../../mail/mime/dkim.js'
import { composeHtml } from '../../support/compose-html.js'
import { ProviderError, type EmailProvider, type OutgoingMessage } from '../../../activities/providers/provider.js'
import { createSesProvider } from '../../../activities/providers/ses/ses-provider.js'
import { createSmtpProvider } from '../../../activities/providers/smtp/smtp-provider.js'
import type { Provider } from '../../../embedded/provider/start-provider.js'
import { listMessages, putBehaviour, useProvider } from '../../embedded/provider-harness.js'
import { newId } from '../../../runtime/ids.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { PRIVATE_KEY_PEM } from '../../support/rsa-keys.js'
import { listen } from '../../support/listen.js'

const TIMEOUT_MS = 60_000

/** Makes a provider that calls a port: of the local provider, or of a proxy in front of it. */
interface Candidate {
  name: string
  portOf: (local: Provider) => number
  connect: (port: number, requestTimeoutMs: number) => EmailProvider
  /** Whether the last bytes of the provider end a message, so that the next ones are the answer to it. */
  endsMessage: (written: string) => boolean
}

const overSmtp = (port: number, requestTimeoutMs: number, sign?: SignMessage): EmailProvider =>
  createSmtpProvider({ host: '127.0.0.1', port, isImplicitTls: false, tls: 'none', requestTimeoutMs, sign })

const CANDIDATES: Candidate[] = [
  {
    name: 'ses',
    portOf: ({ origin }) => Number(new URL(origin).port),
    connect: (port, requestTimeoutMs) =>
      createSesProvider({
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${port}`,
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        requestTimeoutMs,
      }),
    endsMessage: () => true,
  },
  {
    name: 'smtp',
    portOf: ({ smtpPort }) => smtpPort,
    connect: (port, timeoutMs) => overSmtp(port, timeoutMs),
    endsMessage: (written) => written.endsWith('\r\n.\r\n'),
  },
]

const [from, to] = ['shop@example.com', 'ann@example.org']
// The message is composed once, because no provider reads its content.
const raw = composeHtml({
  emailId: newId(),
  projectId: 'project-1',
  sourceType: 'CAMPAIGN',
  type: 'MARKETING',
  from: { address: from, name: 'Bücher & mehr' },
  to: { address: to, name: 'Ann' },
  subject: `Grüße 🎉 ${'lang '.repeat(60)}`,
  html: `<p>${'ünlang'.repeat(500)}</p>\n.\n..dots\n<p>trailing space </p>\n\n`,
  unsubscribeUrl: 'https://mail.example.com/unsubscribe/token-1',
  attachments: [
    {
      filename: 'a.bin',
      contentType: 'application/octet-stream',
      disposition: 'attachment',
      content: Buffer.alloc(99_999, 7),
    },
  ],
})
const outgoing = async (changes: Partial<OutgoingMessage> = {}): Promise<OutgoingMessage> => {
  return { emailId: newId(), projectId: 'project-1', from, to, isTracked: false, raw: await raw, ...changes }
}

const arrived = async ({ origin }: Provider, id: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${origin}/messages/${id}/raw`)).arrayBuffer())

for (const { name, portOf, connect, endsMessage } of CANDIDATES) {
  describe(`every provider: ${name}`, () => {
    const local = useProvider()
    let at: Provider
    let provider: EmailProvider
    let line: Line

    beforeEach(async () => {
      at = await local.start()
      line = await openLine(portOf(at), endsMessage)
      provider = connect(line.port, TIMEOUT_MS)
    })
    afterEach(async () => {
      provider.close()
      await line.close()
    })

    const failureOf = async (changes: Partial<OutgoingMessage> = {}): Promise<ProviderError> => {
      const outcome: unknown = await provider.send(await outgoing(changes)).catch((error: unknown) => error)
      expect(outcome).to.be.instanceOf(ProviderError)
      return outcome as ProviderError
    }
    const kept = async (): Promise<number> => (await listMessages(at.origin)).total

    it('submits a message once, byte for byte, and answers with its id at the provider', async () => {
      const message = await outgoing()
      const { providerMessageId } = await provider.send(message)

      const { messages } = await listMessages(at.origin)
      expect(messages.map(({ id, from, to }) => ({ id, from, to }))).to.deep.equal([
        { id: providerMessageId, from: message.from, to: [message.to] },
      ])
      expect((await arrived(at, providerMessageId)).equals(message.raw)).to.equal(true)
    })

    it('submits many at the same time, each once', async () => {
      const messages = await Promise.all(Array.from({ length: 40 }, () => outgoing()))
      const answers = await Promise.all(messages.map((message) => provider.send(message)))
      expect(new Set(answers.map(({ providerMessageId }) => providerMessageId))).to.have.property('size', 40)
      expect(await kept()).to.equal(40)
    })

    it('reports a recipient that is refused for good', async () => {
      expect(await failureOf({ to: 'nobody' })).to.include({ kind: 'permanent' })
      expect(await kept()).to.equal(0)
    })

    it('reports that it sends too fast, and that nothing was taken', async () => {
      await putBehaviour(at.origin, { throttlePerSecond: 0.001 })
      await provider.send(await outgoing())
      expect(await failureOf()).to.include({ kind: 'throttled' })
      expect(await kept()).to.equal(1)
    })

    it('reports trouble of the provider, and that nothing was taken', async () => {
      await putBehaviour(at.origin, { errorRate: 1 })
      expect(await failureOf()).to.include({ kind: 'temporary' })
      expect(await kept()).to.equal(0)
    })

    it('reports an unknown outcome when the answer is lost', async () => {
      line.cutAnswers()
      await putBehaviour(at.origin, { latencyMs: 100 })
      expect(await failureOf()).to.include({ kind: 'unknown' })
      expect(await kept()).to.equal(1)
    })

    it('reports an unknown outcome when no answer comes in time', async () => {
      await putBehaviour(at.origin, { dropResponseRate: 1 })
      let failure: ProviderError | null = null
      // The time-out grows until a slow machine submits the message in it.
      for (let timeoutMs = 300; (await kept()) === 0; timeoutMs *= 2) {
        provider.close()
        provider = connect(line.port, timeoutMs)
        failure = await failureOf()
      }
      expect(failure).to.include({ kind: 'unknown', code: 'Timeout' })
      expect(await kept()).to.equal(1)
    })

    it('reports a temporary failure when no server answers', async () => {
      await line.close()
      expect(await failureOf()).to.include({ kind: 'temporary' })
    })

    it('ends its connections when it is closed', async () => {
      await provider.send(await outgoing())
      expect(line.open()).to.be.above(0)
      provider.close()
      await eventuallyEquals(() => line.open(), 0)
    })
  })
}

describe('a provider that signs', () => {
  const local = useProvider()

  it('adds its signature and changes nothing else', async () => {
    const at = await local.start()
    const sign = createDkimSigner({ domain: 'example.com', selector: 'posthorn', privateKey: PRIVATE_KEY_PEM })
    const provider = overSmtp(at.smtpPort, TIMEOUT_MS, sign)
    const message = await outgoing()
    const signed = await arrived(at, (await provider.send(message)).providerMessageId)
    provider.close()
    expect(signed.subarray(-message.raw.length).equals(message.raw)).to.equal(true)
    expect(signed.subarray(0, -message.raw.length).toString()).to.match(/^DKIM-Signature: [^]*\r\n$/)
  })
})

describe('the sending quota', () => {
  const local = useProvider()

  it('is what SES allows the account', async () => {
    const at = await local.start()
    await putBehaviour(at.origin, { throttlePerSecond: 33 })
    const [ses] = CANDIDATES
    const provider = ses!.connect(ses!.portOf(at), TIMEOUT_MS)
    expect(await provider.maxSendRate?.()).to.equal(33)
    provider.close()
  })
})

/** A proxy between a provider and its server whose connections a test can break. */
interface Line {
  port: number
  open(): number
  /** Breaks every connection at the answer to a message. */
  cutAnswers(): void
  close(): Promise<void>
}

async function openLine(serverPort: number, endsMessage: (written: string) => boolean): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCutting = false
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = keep(connectTo(serverPort, '127.0.0.1'))
    let written = ''
    keep(near).on('data', (chunk) => {
      written = (written + chunk.toString('latin1')).slice(-5)
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (isCutting && endsMessage(written)) near.destroy()
      else near.write(chunk)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  return {
    port: await listen(server),
    open: () => sockets.size,
    cutAnswers() {
      isCutting = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
