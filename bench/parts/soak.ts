import { closedLoop, openLoop } from '../load/loops.js'
import { Requests } from '../load/requests.js'
import { untilReached } from '../load/inbox.js'
import { mapValues } from '../measuring/processes.js'
import { latencyOf, round, slope } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 32
const WARM_UP = 200
const CONTACTS = 1_000
const MINUTE_MS = 60_000
const MINUTES_AN_HOUR = 60
const LEAST_SAMPLES = 4

interface MinuteSample {
  minute: number
  memoryMb: Record<string, number>
}

/** A constant load over a long time: one mail and one event at a time, of a thousand contacts. */
export const soak = definePart({
  name: 'soak',
  title: 'a constant load over a long time: the memory of each process, each minute, and its slope',
  runs: 'all',
  options: {
    minutes: { normal: 30, quick: 1, meaning: 'minutes of the load' },
    percent: { normal: 60, quick: 60, meaning: 'percent of the highest rate, which is measured before' },
    probe: { normal: 1_500, quick: 150, meaning: 'mails by which the highest rate is measured' },
    'per-second': { normal: 0, quick: 0, meaning: 'mails a second instead; 0: by percent' },
  },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    const project = await stack.makeProject('Soak')
    const requests = new Requests(stack.stack.info.gateway, CONCURRENCY)
    const unit = async (n: number): Promise<number> => {
      const address = `soak${n % CONTACTS}@example.com`
      const mail = { to: address, subject: 'Soak', body: '<p>Hi {{ n }}</p>', from: 'hello@example.com', data: { n } }
      const { ms } = await requests.post('/v1/send', project.secretKey, mail)
      await requests.post('/v1/track', project.publicKey, { email: address, event: 'viewed', data: { n } })
      return ms
    }
    try {
      const highest = sizes['per-second'] > 0 ? null : await highestRate(stack, unit, sizes.probe)
      const perSecond = highest === null ? sizes['per-second'] : (highest * sizes.percent) / 100
      say(`${formatRate(perSecond)} mails and as many events a second for ${sizes.minutes} minutes`)
      await stack.inbox.clear()
      const memory = new MinuteMemory(stack, say)
      const isOver = (seconds: number): boolean => seconds >= sizes.minutes * 60
      const { answersMs, seconds } = await openLoop(perSecond, isOver, unit).finally(() => memory.end())
      // The provider keeps a line of each message for the inbox in memory, so its memory grows by design.
      await untilReached('messages in the inbox', answersMs.length, () => stack.inbox.count())
      const answer = latencyOf(answersMs)
      return {
        figures: {
          ...(highest === null ? {} : { highestPerSecond: round(highest, 1) }),
          perSecond: round(answersMs.length / seconds, 1),
          mails: answersMs.length,
          p50Ms: answer.p50Ms,
          p99Ms: answer.p99Ms,
          ...memory.slopes(),
        },
        details: { minutes: memory.samples },
      }
    } finally {
      requests.close()
    }
  },
})

/** Mails a second from the requests to the inbox. */
async function highestRate(
  { inbox }: MeasuredStack,
  unit: (n: number) => Promise<number>,
  count: number,
): Promise<number> {
  await closedLoop(WARM_UP, CONCURRENCY, unit)
  await inbox.untilCount(WARM_UP)
  const from = performance.now()
  await closedLoop(count, CONCURRENCY, unit)
  const arrivedAt = await inbox.untilCount(WARM_UP + count)
  return (count * 1_000) / (arrivedAt - from)
}

/** The memory of each process, read every minute. */
class MinuteMemory {
  readonly samples: MinuteSample[] = []
  readonly #stack: MeasuredStack
  readonly #say: (line: string) => void
  readonly #timer: NodeJS.Timeout
  readonly #from = performance.now()

  constructor(stack: MeasuredStack, say: (line: string) => void) {
    this.#stack = stack
    this.#say = say
    this.#sample()
    this.#timer = setInterval(() => this.#sample(), MINUTE_MS)
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /**
   * The growth of each process in MB an hour, without the first third, in which caches fill; nothing for a short run.
   */
  slopes(): Record<string, number> {
    const counted = this.samples.slice(Math.floor(this.samples.length / 3))
    if (counted.length < LEAST_SAMPLES) return {}
    const names = Object.keys(this.samples[0]?.memoryMb ?? {})
    return Object.fromEntries(
      names.map((name) => {
        const points = counted.map(({ minute, memoryMb }) => ({ x: minute / MINUTES_AN_HOUR, y: memoryMb[name] ?? 0 }))
        return [`${name}MbPerHour`, round(slope(points), 1)]
      }),
    )
  }

  #sample(): void {
    const minute = round((performance.now() - this.#from) / MINUTE_MS, 2)
    const memoryMb = mapValues(this.#stack.meter.use(), ({ memoryMb }) => Math.round(memoryMb))
    this.samples.push({ minute, memoryMb })
    const readings = Object.entries(memoryMb).map(([name, mb]) => `${name} ${mb} MB`)
    this.#say(`minute ${Math.round(minute)}: ${readings.join(', ')}`)
  }
}

function formatRate(perSecond: number): string {
  return perSecond.toFixed(1)
}
