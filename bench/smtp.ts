/**
 * `npm run bench:smtp`: what it costs this process to hand a message of 12 KB to postfix's `smtp-sink` over ten
 * connections, by our client and by nodemailer's pool, in turns. Options: `--messages 10000`, `--rounds 3`.
 */
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { OutgoingMessage } from '../activities/providers/provider.js'
import { createSmtpProvider } from '../activities/providers/smtp/smtp-provider.js'
import { eventually } from '../test/support/eventually.js'

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '3' } },
})
const [COUNT, ROUNDS] = [Number(values.messages), Number(values.rounds)]
const PORT = 2_526
const CONNECTIONS = 10
const WARM_UP = 2_000
const IN_FLIGHT = 20

type Send = (message: OutgoingMessage) => Promise<unknown>

const raw = Buffer.from(`Subject: Hello\r\n\r\n${`${'x'.repeat(74)}\r\n`.repeat(160)}`)

const sink = spawn('smtp-sink', ['-u', 'nobody', `127.0.0.1:${PORT}`, '1000'], { stdio: 'ignore' })
const ours = createSmtpProvider({
  host: '127.0.0.1',
  port: PORT,
  isImplicitTls: false,
  tls: 'none',
  maxConnections: CONNECTIONS,
})
const pool = new SMTPPool({ host: '127.0.0.1', port: PORT, ignoreTLS: true, maxConnections: CONNECTIONS })
try {
  await eventually(isListening, Boolean)
  const clients: [name: string, send: Send][] = [
    ['nodemailer', sendByNodemailer],
    ['ours', (message) => ours.send(message)],
  ]
  for (const [, send] of clients) await measure(send, WARM_UP)
  for (let round = 0; round < ROUNDS; round += 1) {
    const [theirs, us] = [await report(clients[0]!), await report(clients[1]!)]
    console.log(`ratio ${(theirs / us).toFixed(2)}`)
  }
} finally {
  ours.close()
  pool.close()
  sink.kill()
}

async function report([name, send]: [string, Send]): Promise<number> {
  const { cpuUs, perSecond } = await measure(send, COUNT)
  console.log(`${name}: ${cpuUs.toFixed(0)} µs of processor time a message, ${perSecond.toFixed(0)} messages a second`)
  return cpuUs
}

/** What this process spends on a message, and how many it sends. */
async function measure(send: Send, count: number): Promise<{ cpuUs: number; perSecond: number }> {
  let left = count
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const addresses = { from: 'shop@example.com', to: 'ann@example.org' }
      await send({ emailId: `email-${left}`, projectId: 'project-1', ...addresses, isTracked: false, raw })
    }
  }
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await Promise.all(Array.from({ length: IN_FLIGHT }, work))
  const { user, system } = process.cpuUsage(before)
  return { cpuUs: (user + system) / count, perSecond: (count / (performance.now() - startedAt)) * 1_000 }
}

function sendByNodemailer({ emailId, from, to, raw }: OutgoingMessage): Promise<unknown> {
  const message = {
    getEnvelope: () => ({ from, to: [to] }),
    messageId: () => emailId,
    getHeader: () => emailId,
    createReadStream: () => Readable.from([raw]),
  }
  return new Promise((resolve, reject) => {
    pool.send({ message, data: {} } as unknown as Parameters<SMTPPool['send']>[0], (error, info) =>
      error ? reject(error) : resolve(info),
    )
  })
}

async function isListening(): Promise<boolean> {
  const socket = connect(PORT, '127.0.0.1')
  const found = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return found
}
