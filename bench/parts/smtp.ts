import { Readable } from 'node:stream'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { OutgoingMessage } from '../../activities/providers/provider.js'
import { createSmtpProvider } from '../../activities/providers/smtp/smtp-provider.js'
import { startSmtpSink } from '../load/smtp-sink.js'
import { quantile, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'

const CONNECTIONS = 10
const WARM_UP = 2_000
const IN_FLIGHT = 20

type Send = (message: OutgoingMessage) => Promise<unknown>

/** A message of 12 KB. */
const raw = Buffer.from(`Subject: Hello\r\n\r\n${`${'x'.repeat(74)}\r\n`.repeat(160)}`)

/** The cost of submitting a message over ten connections, alternately by our client and by nodemailer's pool. */
export const smtp = definePart({
  name: 'smtp',
  title: "the SMTP client alone, beside nodemailer's pool",
  runs: 'all',
  options: {
    messages: { normal: 10_000, quick: 2_000, meaning: 'messages in each round' },
    rounds: { normal: 3, quick: 1, meaning: 'rounds' },
  },
  async run({ sizes: { messages, rounds }, say }) {
    const sink = await startSmtpSink()
    const [host, port] = ['127.0.0.1', sink.port]
    const ours = createSmtpProvider({ host, port, isImplicitTls: false, tls: 'none', maxConnections: CONNECTIONS })
    const pool = new SMTPPool({ host, port, ignoreTLS: true, maxConnections: CONNECTIONS })
    const clients: Record<'nodemailer' | 'ours', Send> = {
      nodemailer: (message) => sendByNodemailer(pool, message),
      ours: (message) => ours.send(message),
    }
    const cpuUs = { nodemailer: [] as number[], ours: [] as number[] }
    try {
      for (const send of Object.values(clients)) await measure(send, WARM_UP)
      for (let round = 0; round < rounds; round += 1) {
        for (const name of ['nodemailer', 'ours'] as const) {
          const spent = await measure(clients[name], messages)
          cpuUs[name].push(spent.cpuUs)
          say(`${name}: ${spent.cpuUs.toFixed(0)} µs a message, ${spent.perSecond.toFixed(0)} messages a second`)
        }
      }
    } finally {
      ours.close()
      pool.close()
      sink.end()
    }
    const [nodemailerCpuUs, oursCpuUs] = [quantile(cpuUs.nodemailer, 0.5), quantile(cpuUs.ours, 0.5)]
    return {
      figures: {
        nodemailerCpuUs: round(nodemailerCpuUs, 1),
        oursCpuUs: round(oursCpuUs, 1),
        ratio: round(nodemailerCpuUs / oursCpuUs, 2),
      },
    }
  },
})

/** The processor time that this process spends on a message, and its rate of messages. */
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

function sendByNodemailer(pool: SMTPPool, { emailId, from, to, raw }: OutgoingMessage): Promise<unknown> {
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
