import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { until } from '../calls.js'
import { closedLoop } from '../load/loops.js'
import { Requests } from '../load/requests.js'
import { addCosts, rowOf, type Costs, type Row } from '../measuring/meter.js'
import type { Processes } from '../measuring/processes.js'
import { latencyOf, round } from '../measuring/statistics.js'
import { definePart } from '../part.js'
import { hasOpenEmail, hasOutboxEntry } from '../stored-shapes.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 48
const CONTACTS = 500
const SIZES = [1, 10, 100] as const
const KINDS = ['contacts', 'events', 'sends'] as const

type Kind = (typeof KINDS)[number]

/** The same load on one, ten and a hundred projects, through three gateways and three workers. */
export const hosts = definePart({
  name: 'hosts',
  title: 'new contacts, tracked events and mails of one, ten and a hundred projects, on three gateways and workers',
  runs: 'all',
  options: {
    contacts: { normal: 2_000, quick: 300, meaning: 'new contacts in each round' },
    events: { normal: 4_000, quick: 600, meaning: 'tracked events in each round' },
    sends: { normal: 2_000, quick: 300, meaning: 'mails in each round' },
    rounds: { normal: 3, quick: 1, meaning: 'rounds; each takes all numbers of projects in turn' },
  },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    const site = await addHosts(stack)
    const loads: Load[] = []
    for (const count of SIZES) loads.push(await Load.prepare(stack, site, count))
    try {
      const rows: Record<string, Row> = {}
      const figures: Record<string, number> = {}
      for (const kind of KINDS) {
        const runs = loads.map((): Measured[] => [])
        // The numbers of projects take turns, so that the moods of the machine do not favour one of them.
        for (let n = 0; n < sizes.rounds; n += 1) {
          for (const [index, load] of loads.entries()) {
            say(`${kind} of ${load.projects.length} projects, round ${n + 1}`)
            runs[index]?.push(await load.measure(kind, sizes[kind]))
          }
        }
        const all = loads.map((load, index) => load.row(kind, sizes[kind], runs[index] ?? []))
        for (const [index, row] of all.entries()) rows[`${kind}${SIZES[index]}`] = row
        const [one, ten, hundred] = all.map(({ perSecond = Number.NaN }) => perSecond)
        figures[`${kind}TenRatio`] = round((ten ?? 0) / (one ?? Number.NaN), 2)
        figures[`${kind}HundredRatio`] = round((hundred ?? 0) / (one ?? Number.NaN), 2)
      }
      return { rows, figures }
    } finally {
      for (const load of loads) load.close()
    }
  },
})

/** The addresses of the gateways, and the processes that a stack does not have by itself. */
interface Site {
  origins: readonly string[]
  added: Processes
}

async function addHosts({ stack }: MeasuredStack): Promise<Site> {
  const origins = [stack.info.gateway]
  const added: Record<string, number | null> = {}
  for (const part of ['gateway', 'worker'] as const) {
    for (const name of [`${part}-2`, `${part}-3`]) {
      const host = await stack.addHost({ part, name })
      added[name] = host.process.pid
      if (part === 'gateway') origins.push(host.origin)
    }
  }
  return { origins, added }
}

interface Measured {
  answersMs: number[]
  seconds: number
  costs: Costs
}

/** Requests to all gateways in turn, for so many projects in turn. */
class Load {
  readonly projects: readonly CreatedProject[]
  readonly #stack: MeasuredStack
  readonly #added: Processes
  readonly #gateways: readonly Requests[]
  #sent = 0

  private constructor(stack: MeasuredStack, { origins, added }: Site, projects: readonly CreatedProject[]) {
    this.#stack = stack
    this.#added = added
    this.#gateways = origins.map((origin) => new Requests(origin, CONCURRENCY))
    this.projects = projects
  }

  /** Makes the projects, and the contacts whose events are tracked. */
  static async prepare(stack: MeasuredStack, site: Site, count: number): Promise<Load> {
    const projects: CreatedProject[] = []
    for (let n = 0; n < count; n += 1) projects.push(await stack.makeProject(`Of ${count}`))
    const load = new Load(stack, site, projects)
    await closedLoop(2 * CONTACTS, CONCURRENCY, (n) => load.#request('events', n))
    await load.#untilDone()
    return load
  }

  async measure(kind: Kind, count: number): Promise<Measured> {
    const from = this.#sent
    this.#sent += count
    if (kind === 'sends') await this.#stack.inbox.clear()
    const { result, costs } = await this.#stack.meter.measure(async () => {
      const began = performance.now()
      const { answersMs } = await closedLoop(count, CONCURRENCY, (n) => this.#request(kind, from + n))
      if (kind === 'sends') await this.#stack.inbox.untilCount(count)
      const seconds = (performance.now() - began) / 1_000
      await this.#untilDone()
      return { answersMs, seconds }
    }, this.#added)
    return { ...result, costs }
  }

  row(kind: Kind, count: number, runs: readonly Measured[]): Row {
    return rowOf({
      label: `${kind} of ${this.projects.length}`,
      units: count * runs.length,
      costs: addCosts(runs.map(({ costs }) => costs)),
      doneSeconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
      answer: latencyOf(runs.flatMap(({ answersMs }) => answersMs)),
    })
  }

  close(): void {
    for (const requests of this.#gateways) requests.close()
  }

  async #request(kind: Kind, n: number): Promise<number> {
    const { publicKey, secretKey } = at(this.projects, n)
    const requests = at(this.#gateways, n)
    const email = `${kind}${kind === 'events' ? n % CONTACTS : n}@example.com`
    const mail = { to: email, subject: 'Many', body: '<p>Hi {{ n }}</p>', from: 'hello@example.com', data: { n } }
    switch (kind) {
      case 'contacts':
        return (await requests.post('/contacts', secretKey, { email, subscribed: true })).ms
      case 'events':
        return (await requests.post('/v1/track', publicKey, { email, event: 'viewed', data: { page: n } })).ms
      case 'sends':
        return (await requests.post('/v1/send', secretKey, mail)).ms
      default:
        return kind satisfies never
    }
  }

  async #untilDone(): Promise<void> {
    const { database } = this.#stack
    for (const { id } of this.projects) {
      await until(async () => !(await hasOutboxEntry(database, id)) && !(await hasOpenEmail(database, id)))
    }
  }
}

function at<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}
