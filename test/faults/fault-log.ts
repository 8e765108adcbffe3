import { describeFault, placeOf, type Fault, type PlannedFault, type Target } from './plan-faults.js'

/**
 * A fault as it happened, in ms since 1970; `to` is Infinity while it lasts, and `backAt` until the process that was
 * hit works again.
 */
export interface InflictedFault {
  fault: Fault
  from: number
  to: number
  backAt: number
}

/** Everything that happened to the cluster, printed as it happens. */
export class FaultLog {
  readonly faults: InflictedFault[] = []
  planned: readonly PlannedFault[] = []
  /** Lines about processes that ended or came back by themselves. */
  readonly notes: string[] = []
  readonly #beganAt = Date.now()

  say(line: string): void {
    console.log(`${this.timeOf(Date.now())}  ${line}`)
  }

  /** A time of ms since 1970 as minutes and seconds since the beginning. */
  timeOf(at: number): string {
    const seconds = Math.round((at - this.#beganAt) / 1_000)
    return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`
  }

  begin(fault: Fault, detail = ''): InflictedFault {
    const inflicted = { fault, from: Date.now(), to: Infinity, backAt: Infinity }
    this.faults.push(inflicted)
    this.say(`fault: ${describeFault(fault)}${detail}`)
    return inflicted
  }

  end(inflicted: InflictedFault): void {
    inflicted.to = Date.now()
  }

  /** Records a line of the supervisor about a process that ended or came back by itself. */
  note(line: string): void {
    this.notes.push(line)
    this.say(line)
  }

  /** How often a process that was killed has come back. */
  returnsOf(target: Target): number {
    return this.notes.filter((line) => line.startsWith(`${target} exited`) && line.includes(' was restarted ')).length
  }

  /** The faults that hit a process in a span of time. */
  of(target: Target, from: number, to: number): InflictedFault[] {
    return this.faults.filter((one) => placeOf(one.fault) === target && one.from <= to && one.to >= from)
  }

  /** Whether a process was hit in a span of time, or not back yet. */
  wasHit(target: Target, from: number, to: number): boolean {
    return this.faults.some((one) => placeOf(one.fault) === target && one.from <= to && one.backAt >= from)
  }
}
