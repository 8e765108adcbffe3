/**
 * Whether calls stay as fast when a project grows: measures the same calls alternately on a small and on a large
 * project, in one run on one machine, and prints the ratio of their medians.
 *
 *   npm run bench:growth -- --small 1000 --large 200000 --rounds 200
 */
import { parseArgs } from 'node:util'
import { bringUpForBench, peakMemoryMb } from './bench-stack.js'
import { call, quantile, timed, until, untilImported, uploadCsv } from './calls.js'

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '200' },
  },
})
const rounds = Number(values.rounds)
const ROWS_A_FILE = 100_000
const POLL_MS = 5

interface Project {
  size: number
  publicKey: string
  secretKey: string
}

const bench = await bringUpForBench()
const { gateway } = bench.stack.info
try {
  const projects = [await grow('small', Number(values.small)), await grow('large', Number(values.large))]
  const [small, large] = projects as [Project, Project]
  for (const [name, measure] of Object.entries(MEASURES())) {
    const samples = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      samples.small.push(await measure(small, round))
      samples.large.push(await measure(large, round))
    }
    report(name, samples)
  }
} finally {
  await bench.end()
}

async function grow(name: string, size: number): Promise<Project> {
  const project = { size, ...(await bench.makeProject(name)) }
  const from = performance.now()
  for (let first = 0; first < size; first += ROWS_A_FILE) {
    const rows = Array.from({ length: Math.min(ROWS_A_FILE, size - first) }, (_, n) => row(first + n))
    const jobId = await uploadCsv(gateway, project.secretKey, ['email,plan,score', ...rows].join('\n'))
    await untilImported(gateway, project.secretKey, jobId)
  }
  const seconds = (performance.now() - from) / 1_000
  const memory = `peak memory of worker ${peakMemoryMb(bench.stack.info.processes.worker)} MB`
  console.log(`${name}: ${size} contacts imported in ${seconds.toFixed(1)} s, ${memory}`)
  const segment = await call<{ slug: string }>('POST', `${gateway}/segments`, project.secretKey, {
    name: 'Gold',
    type: 'DYNAMIC',
    trackMembership: true,
    condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'gold' }] }] },
  })
  if (segment.slug !== 'gold') throw new Error(`The segment is called ${segment.slug}`)
  return project
}

function row(n: number): string {
  return `c${n}@example.com,${n % 3 === 0 ? 'pro' : 'free'},${n % 100}`
}

function MEASURES(): Record<string, (project: Project, round: number) => Promise<number>> {
  // The addresses are spread over the project, and all differ.
  const address = ({ size }: Project, round: number) => `c${(round * 7919) % size}@example.com`
  return {
    'POST /v1/track, known contact': (project, round) =>
      timed(() =>
        call('POST', `${gateway}/v1/track`, project.publicKey, { email: address(project, round), event: 'seen' }),
      ),
    'POST /v1/track, new contact': (project, round) =>
      timed(() =>
        call('POST', `${gateway}/v1/track`, project.publicKey, { email: `new${round}@example.com`, event: 'seen' }),
      ),
    'GET /contacts, first page': (project) =>
      timed(() => call('GET', `${gateway}/contacts?limit=20`, project.secretKey)),
    'GET /contacts, subscribed, by address': (project) =>
      timed(() => call('GET', `${gateway}/contacts?limit=20&subscribed=true&sort=email&dir=asc`, project.secretKey)),
    'PATCH /contacts/{id}': async (project, round) => {
      const id = await idOf(project, address(project, round))
      return timed(() =>
        call('PATCH', `${gateway}/contacts/${id}`, project.secretKey, { data: { score: 1_000 + round } }),
      )
    },
    'PATCH /contacts/{id} → entry event': async (project, round) => {
      const id = await idOf(project, address(project, round))
      return timed(async () => {
        await call('PATCH', `${gateway}/contacts/${id}`, project.secretKey, { data: { plan: 'gold' } })
        await entered(project, id)
      })
    },
  }
}

async function idOf({ secretKey }: Project, email: string): Promise<string> {
  return (await call<{ id: string }>('POST', `${gateway}/contacts`, secretKey, { email })).id
}

async function entered({ secretKey }: Project, contactId: string): Promise<void> {
  const url = `${gateway}/events?eventName=segment.gold.entry&contactId=${contactId}&limit=1`
  const isThere = async () => (await call<{ data: unknown[] }>('GET', url, secretKey)).data.length > 0
  await until(isThere, { intervalMs: POLL_MS })
}

function report(name: string, { small, large }: { small: number[]; large: number[] }): void {
  const [a, b] = [quantile(small, 0.5), quantile(large, 0.5)]
  const p95 = `p95 ${quantile(small, 0.95).toFixed(1)} → ${quantile(large, 0.95).toFixed(1)} ms`
  console.log(`${name}: median ${a.toFixed(1)} → ${b.toFixed(1)} ms, ratio ${(b / a).toFixed(2)}; ${p95}`)
}
