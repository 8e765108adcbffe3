import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import { until } from '../../bench/calls.js'
import { findFreePort } from '../../embedded/ports.js'
import { answersOk } from '../../embedded/poll.js'
import { ROOT } from '../docs/documents.js'
import { PROMETHEUS, readScraping } from './alerts.js'

/** How often the processes are scraped, in seconds. */
export const SCRAPE_SECONDS = 5

const Answer = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z
    .object({
      result: z.array(
        z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.tuple([z.number(), z.string()])) }),
      ),
    })
    .optional(),
})

/** One series of an answer, without values that are not numbers. */
export interface Series {
  labels: Record<string, string>
  points: { at: number; value: number }[]
}

/** A time in which queries look, in milliseconds. */
export interface Span {
  from: number
  to: number
}

/** Checks the configuration and runs the unit tests of the rules. Throws when one fails, or without promtool. */
export function testRules(): void {
  promtool('check', 'rules', 'alerts.yml')
  promtool('check', 'config', '--syntax-only', 'prometheus.yml')
  promtool('test', 'rules', 'alerts.test.yml')
}

function promtool(...args: string[]): void {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: `${ROOT}${PROMETHEUS}`,
    encoding: 'utf8',
  })
  if (error) throw notFound('promtool')
  if (status !== 0) throw new Error(`promtool ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

function notFound(program: string): Error {
  return new Error(
    `${program} is not on the PATH. Debian and Ubuntu have it in the package prometheus; else see https://prometheus.io/download/`,
  )
}

/** A Prometheus server with the rules and jobs of `deploy/prometheus`, whose jobs read the given addresses. */
export class Prometheus {
  readonly origin: string
  readonly #child: ChildProcess

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin
    this.#child = child
  }

  /**
   * Starts a server that scrapes each job at these addresses, and one that is not named at its own. Throws without the
   * program.
   */
  static async start(dataDir: string, targets: Record<string, string[]>): Promise<Prometheus> {
    const file = join(dataDir, 'prometheus.yml')
    const interval = `${SCRAPE_SECONDS}s`
    const address = `127.0.0.1:${await findFreePort([])}`
    const jobs = readScraping().scrape_configs.map(({ job_name: name }) => ({
      job_name: name,
      static_configs: [{ targets: targets[name] ?? [address] }],
    }))
    writeFileSync(
      file,
      stringify({
        global: { scrape_interval: interval, evaluation_interval: interval, scrape_timeout: interval },
        rule_files: [`${ROOT}${PROMETHEUS}/alerts.yml`],
        scrape_configs: jobs,
      }),
    )
    const storage = `--storage.tsdb.path=${join(dataDir, 'prometheus')}`
    const log = openSync(join(dataDir, 'prometheus.log'), 'w')
    const args = [`--config.file=${file}`, storage, `--web.listen-address=${address}`]
    const child = spawn('prometheus', args, { stdio: ['ignore', log, log] })
    const failed = once(child, 'error').then(() => Promise.reject(notFound('prometheus')))
    const origin = `http://${address}`
    await Promise.race([failed, until(() => answersOk(`${origin}/-/ready`), { timeoutMs: 60_000 })])
    failed.catch(() => undefined)
    return new Prometheus(origin, child)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  /** What an expression answered over a time. Throws with Prometheus' words where it is wrong. */
  async over(expr: string, { from, to }: Span): Promise<Series[]> {
    const query = { query: expr, start: String(from / 1_000), end: String(to / 1_000), step: String(SCRAPE_SECONDS) }
    const response = await fetch(`${this.origin}/api/v1/query_range`, {
      method: 'POST',
      body: new URLSearchParams(query),
    })
    const { data, error } = Answer.parse(await response.json())
    if (!data) throw new Error(error ?? `Prometheus answered ${response.status}`)
    const series = data.result.map(({ metric, values }) => ({
      labels: metric,
      points: values.map(([at, value]) => ({ at, value: Number(value) })).filter(({ value }) => Number.isFinite(value)),
    }))
    return series.filter(({ points }) => points.length > 0)
  }

  /** What an expression answers now. */
  async now(expr: string): Promise<Series[]> {
    const at = Date.now()
    return this.over(expr, { from: at, to: at })
  }
}
