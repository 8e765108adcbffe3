import { describeFault, type Fault, type Target } from './plan-faults.js'

/** A fault as it happened, in ms since 1970; `to` is Infinity while it lasts. */
export interface InflictedFault {
  fault: Fault
  from: number
  to: number
}

/** Everything that happened to the cluster, printed as it happens. */
export class FaultLog {
  readonly faults: InflictedFault[] = []
  /** Lines about processes that ended or came back by themselves. */
  readonly notes: string[] = []
  readonly #beganAt = Date.now()

  say(line: string): void {
    const seconds = Math.round((Date.now() - this.#beganAt) / 1_000)
    const time = `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`
    console.log(`${time}  ${line}`)
  }

  begin(fault: Fault, detail = ''): InflictedFault {
    const inflicted = { fault, from: Date.now(), to: Infinity }
    this.faults.push(inflicted)
    this.say(`fault: ${describeFault(fault)}${detail}`)
    return inflicted
  }

  end(inflicted: InflictedFault): void {
    inflicted.to = Date.now()
  }

  /** The faults that hit a process in a span of time. */
  of(target: Target, from: number, to: number): InflictedFault[] {
    return this.faults.filter((one) => {
      const isHit = 'target' in one.fault && one.fault.target === target
      return isHit && one.from <= to && one.to >= from
    })
  }
}
