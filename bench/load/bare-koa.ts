import { mean } from '../measuring/statistics.js'
import { runProgram, type RunningProgram } from '../programs/run-program.js'
import { closedLoop } from './loops.js'
import { Requests } from './requests.js'

const WARM_UP = 300

/** The bare server for comparison, on the MongoDB of a stack; see `programs/bare-koa.ts`. */
export class BareKoa {
  readonly #program: RunningProgram<{ port: number }>
  readonly #requests: Requests
  readonly #rates: number[] = []
  readonly #concurrency: number

  private constructor(program: RunningProgram<{ port: number }>, concurrency: number) {
    this.#program = program
    this.#concurrency = concurrency
    this.#requests = new Requests(`http://127.0.0.1:${program.ready.port}`, concurrency)
  }

  /** Starts it and warms it up. */
  static async start(mongodb: string, concurrency: number): Promise<BareKoa> {
    const program = await runProgram<{ port: number }>('bare-koa', [mongodb])
    const bare = new BareKoa(program, concurrency)
    await bare.#run(WARM_UP, (n) => `warm${n}@example.com`)
    return bare
  }

  /**
   * Measures its rate once more. `address` returns the recipients: new or existing ones, as in the compared load.
   */
  async measure(requests: number, address: (n: number) => string): Promise<void> {
    this.#rates.push(requests / (await this.#run(requests, address)))
  }

  /** Requests a second, as the mean of the measurements. */
  get perSecond(): number {
    return mean(this.#rates)
  }

  /** Stops it. */
  async end(): Promise<void> {
    this.#requests.close()
    await this.#program.end()
  }

  async #run(count: number, address: (n: number) => string): Promise<number> {
    const mail = { subject: 'Bare', body: '<p>Hi</p>' }
    const loop = closedLoop(count, this.#concurrency, async (n) => {
      const { ms } = await this.#requests.post('/', 'bare', { ...mail, to: address(n) })
      return ms
    })
    return (await loop).seconds
  }
}
