import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { compiledProgram } from '../support/compiled-program.js'
import { eventually, listMessages, getMessage, send, useProvider, useReceiver } from './provider-harness.js'

const started: ChildProcess[] = []

/** Starts the provider as a process of its own; `origin` is what it says when it is ready. */
async function startProcess(env: Record<string, string>): Promise<{ process: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [await compiledProgram('embedded/provider/provider')], {
    env: { ...process.env, INBOX_PORT: '0', PROVIDER_SMTP_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg: string; port: number }
    if (entry.msg === 'provider ready') return { process: child, origin: `http://127.0.0.1:${entry.port}` }
    if (entry.msg.includes('choose another INBOX_PORT')) throw new Error(entry.msg)
  }
  throw new Error('the provider ended before it was ready')
}

describe('the provider process', () => {
  const provider = useProvider()
  const receiver = useReceiver()

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  it('keeps what it has acknowledged, and publishes its events, even when it is killed without warning', async () => {
    receiver.answerWith(503)
    const start = () => startProcess({ PROVIDER_DATA_DIR: provider.dataDir(), PROVIDER_WEBHOOK_URL: receiver.url() })
    const first = await start()
    const ids = await Promise.all(Array.from({ length: 30 }, () => send(first.origin)))
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    receiver.renew()

    const second = await start()

    const { messages } = await listMessages(second.origin)
    expect(messages.map(({ id }) => id)).to.have.members(ids)
    const wanted = ids.flatMap((id) => [`${id} Send`, `${id} Delivery`])
    await eventually(() => {
      const seen = new Set(receiver.received.map(({ event }) => `${event.mail.messageId} ${event.eventType}`))
      expect([...seen]).to.have.members(wanted)
    })
  })

  it('stops with status 0 on SIGTERM', async () => {
    const { process: child } = await startProcess({ PROVIDER_DATA_DIR: provider.dataDir() })
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).to.equal(0)
  })

  it('says which port is taken instead of starting, and leaves the other provider’s files alone', async () => {
    const { origin } = await provider.start()
    const id = await send(origin)
    const env = { PROVIDER_DATA_DIR: provider.dataDir(), INBOX_PORT: new URL(origin).port }
    const refusal = await startProcess(env).catch((error: Error) => error)
    expect(refusal).to.be.instanceOf(Error).with.property('message').that.contains(new URL(origin).port)
    expect(await getMessage(origin, id)).to.include({ id })
  })
})
