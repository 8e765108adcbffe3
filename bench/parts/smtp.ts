import { Readable } from 'node:stream'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { OutgoingMessage } from '../../activities/providers/provider.js'
import { createSmtpProvider } from '../../activities/providers/smtp/smtp-provider.js'
import { startDelayingProxy } from '../load/delaying-proxy.js'
import { startSmtpSink } from '../load/smtp-sink.js'
import { quantile, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'

const CONNECTIONS = 10
const WARM_UP = 2_000
// Enough for twice the connections of nodemailer's pool.
const IN_FLIGHT = 40
const ROUND_TRIPS_MS = [0, 10, 40]
const MESSAGES_AT_A_DISTANCE = 2_000

type Send = (message: OutgoingMessage) => Promise<unknown>

/** A message of 12 KB. */
const raw = Buffer.from(`Subject: Hello\r\n\r\n${`${'x'.repeat(74)}\r\n`.repeat(160)}`)

/**
 * The cost of submitting a message over ten connections, alternately by our client and by nodemailer's pool, and the
 * rates of both at some distances of the server. There nodemailer's pool has twice the connections too.
 */
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
    try {
      const cpuUs = await measureCosts(sink.port, { messages, rounds, say })
      const ratios: Record<string, number> = {}
      for (const roundTripMs of ROUND_TRIPS_MS) {
        const { ours, pool, pool2x } = await measureRates(sink.port, { roundTripMs, rounds, say })
        ratios[`poolAt${roundTripMs}MsRatio`] = round(pool / ours, 2)
        ratios[`poolOfTwiceTheConnectionsAt${roundTripMs}MsRatio`] = round(pool2x / ours, 2)
      }
      return { figures: { ...cpuUs, ...ratios } }
    } finally {
      sink.end()
    }
  },
})

interface Rounds {
  rounds: number
  say: (line: string) => void
}

async function measureCosts(port: number, { messages, rounds, say }: Rounds & { messages: number }) {
  const clients = { nodemailer: poolOf(port, CONNECTIONS), ours: oursOf(port) }
  const cpuUs = { nodemailer: [] as number[], ours: [] as number[] }
  try {
    for (const { send } of Object.values(clients)) await measure(send, WARM_UP)
    for (let n = 0; n < rounds; n += 1) {
      for (const name of ['nodemailer', 'ours'] as const) {
        const spent = await measure(clients[name].send, messages)
        cpuUs[name].push(spent.cpuUs)
        say(`${name}: ${spent.cpuUs.toFixed(0)} µs a message, ${spent.perSecond.toFixed(0)} messages a second`)
      }
    }
  } finally {
    for (const client of Object.values(clients)) client.close()
  }
  const [nodemailerCpuUs, oursCpuUs] = [quantile(cpuUs.nodemailer, 0.5), quantile(cpuUs.ours, 0.5)]
  return {
    nodemailerCpuUs: round(nodemailerCpuUs, 1),
    oursCpuUs: round(oursCpuUs, 1),
    ratio: round(nodemailerCpuUs / oursCpuUs, 2),
  }
}

/** The medians of messages a second by each client, alternately. */
async function measureRates(sinkPort: number, { roundTripMs, rounds, say }: Rounds & { roundTripMs: number }) {
  const proxy = await startDelayingProxy(sinkPort, roundTripMs)
  const { port } = proxy
  const clients = { ours: oursOf(port), pool: poolOf(port, CONNECTIONS), pool2x: poolOf(port, 2 * CONNECTIONS) }
  const rates = { ours: [] as number[], pool: [] as number[], pool2x: [] as number[] }
  try {
    for (let n = 0; n <= rounds; n += 1) {
      for (const name of ['ours', 'pool', 'pool2x'] as const) {
        const { perSecond } = await measure(clients[name].send, MESSAGES_AT_A_DISTANCE)
        // The first round opens the connections.
        if (n > 0) rates[name].push(perSecond)
      }
    }
  } finally {
    for (const client of Object.values(clients)) client.close()
    proxy.end()
  }
  const median = {
    ours: quantile(rates.ours, 0.5),
    pool: quantile(rates.pool, 0.5),
    pool2x: quantile(rates.pool2x, 0.5),
  }
  const words = Object.entries(median).map(([name, rate]) => `${name} ${rate.toFixed(0)}`)
  say(`${roundTripMs} ms away, messages a second: ${words.join(', ')}`)
  return median
}

interface Client {
  send: Send
  close: () => void
}

function oursOf(port: number): Client {
  const options = { host: '127.0.0.1', port, isImplicitTls: false, tls: 'none', maxConnections: CONNECTIONS } as const
  const provider = createSmtpProvider(options)
  return { send: (message) => provider.send(message), close: () => provider.close() }
}

function poolOf(port: number, maxConnections: number): Client {
  const pool = new SMTPPool({ host: '127.0.0.1', port, ignoreTLS: true, maxConnections, maxMessages: Infinity })
  return { send: (message) => sendByNodemailer(pool, message), close: () => pool.close() }
}

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
