import { pollUntil } from '../../embedded/poll.js'
import { figure } from './judge.js'
import { SCRAPE_SECONDS, type Prometheus } from './prometheus.js'

const PATIENCE_MS = 6 * SCRAPE_SECONDS * 1_000

/** Values of the dashboard beside what was really done. */
export class Comparisons {
  readonly lines: string[] = ['']
  readonly faults: string[] = []
  readonly #prometheus: Prometheus

  constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus
  }

  /**
   * Compares what an expression answers with what was done, `tolerance` being a share of it, after some scrapes if need
   * be.
   */
  async add(what: string, expr: string, done: number, tolerance = 0): Promise<void> {
    let shown = Number.NaN
    const isAlike = async (): Promise<boolean> => {
      const [series] = await this.#prometheus.now(expr)
      shown = series?.points[0]?.value ?? Number.NaN
      return Math.abs(shown - done) <= tolerance * done
    }
    const isRight = await pollUntil(isAlike, { timeoutMs: PATIENCE_MS, intervalMs: 500 })
    const line = `${what}: ${figure(shown)} shown, ${figure(done)} done`
    this.lines.push(line)
    if (!isRight) this.faults.push(line)
  }
}
