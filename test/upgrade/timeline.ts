import type { FaultLog } from '../faults/fault-log.js'
import type { Ledger } from '../faults/load/ledger.js'

interface Counts {
  asked: number
  acknowledged: number
  unavailable: number
  unanswered: number
}

interface Step extends Counts {
  name: string
  seconds: number
}

/** The steps of the upgrade, with the requests that were answered during each. */
export class Timeline {
  readonly steps: Step[] = []
  readonly #ledger: Ledger
  readonly #log: FaultLog

  constructor(ledger: Ledger, log: FaultLog) {
    this.#ledger = ledger
    this.#log = log
  }

  /** Does one step. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#log.say(name)
    const [began, before] = [Date.now(), this.#counts()]
    try {
      return await work()
    } finally {
      const now = this.#counts()
      this.steps.push({
        name,
        seconds: (Date.now() - began) / 1_000,
        asked: now.asked - before.asked,
        acknowledged: now.acknowledged - before.acknowledged,
        unavailable: now.unavailable - before.unavailable,
        unanswered: now.unanswered - before.unanswered,
      })
    }
  }

  print(): void {
    const width = Math.max(...this.steps.map(({ name }) => name.length))
    console.log(`\n${'Step'.padEnd(width)}  Seconds  Requests  Acked   503  No answer`)
    for (const { name, seconds, asked, acknowledged, unavailable, unanswered } of this.steps) {
      const cells = [
        seconds.toFixed(1).padStart(7),
        String(asked).padStart(8),
        String(acknowledged).padStart(5),
        String(unavailable).padStart(4),
        String(unanswered).padStart(9),
      ]
      console.log(`${name.padEnd(width)}  ${cells.join('  ')}`)
    }
  }

  #counts(): Counts {
    const counts = { asked: 0, acknowledged: 0, unavailable: 0, unanswered: 0 }
    for (const tally of this.#ledger.tallies.values()) {
      for (const key of ['asked', 'acknowledged', 'unavailable', 'unanswered'] as const) counts[key] += tally[key]
    }
    return counts
  }
}
