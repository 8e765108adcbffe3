import type { Finding } from '../faults/audit/findings.js'
import type { FaultLog } from '../faults/fault-log.js'
import type { Installation } from './installation.js'

/** What an operator runs around an upgrade, and whether each command answered as it should. */
export class Operator {
  readonly findings: Finding[] = []
  readonly #installation: Installation
  readonly #log: FaultLog

  constructor(installation: Installation, log: FaultLog) {
    this.#installation = installation
    this.#log = log
  }

  /** Runs a command of this version, and records a status that is not among `wanted`. */
  async expect(promise: string, args: string[], wanted: readonly number[] = [0]): Promise<string> {
    const { status, output } = await this.#installation.command(...args)
    this.#log.say(`$ posthorn ${args.join(' ')}`)
    for (const line of output.trimEnd().split('\n')) this.#log.say(`  ${readable(line)}`)
    this.#log.say(`  ended with status ${status}`)
    const isRight = status !== null && wanted.includes(status)
    this.findings.push({ promise, checked: 1, broken: isRight ? [] : [`status ${status}: ${output}`] })
    return output
  }

  /** Records another promise that an operator relies on. */
  note(promise: string, checked: number, broken: string[]): void {
    this.findings.push({ promise, checked, broken })
  }
}

/** The message of a line of a log, and any other line as it is. */
function readable(line: string): string {
  try {
    const { msg, time: _time, level: _level, pid: _pid, ...rest } = JSON.parse(line) as Record<string, unknown>
    return `${String(msg)} ${JSON.stringify(rest)}`
  } catch {
    return line
  }
}
