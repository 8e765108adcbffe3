import { setTimeout as delay } from 'node:timers/promises'
import { commandsBetween, commandsPerUnit, totalOf, type Commands } from './command-counts.js'
import type { MeasuringClient } from './measuring-client.js'
import { mapValues, useOf, type Processes, type ProcessUse } from './processes.js'
import { round, type Latency } from './statistics.js'

/** The measured costs of a piece of work. */
export interface Costs {
  seconds: number
  commands: Commands
  /** Commands that the stack sends in a second at rest. */
  quietPerSecond: Commands
  cpuMs: Record<string, number>
  /** The highest value that was seen. */
  memoryMb: Record<string, number>
  /** Processor time of this process, which makes the load. */
  loadCpuMs: number
}

/** One line of the results: units of work and the costs of each. Fields that were not measured are left out. */
export interface Row {
  label: string
  units: number
  seconds: number
  perSecond?: number
  /** From the request to its answer. */
  answer?: Latency
  /** From the request to the arrival of its mail in the inbox. */
  inbox?: Latency
  commandsPerUnit?: number
  /** The same by the name of the command; it may be a little below 0 for those that are sent at rest alone. */
  commandsPerUnitByName?: Record<string, number>
  cpuMsPerUnit?: Record<string, number>
  /** The highest memory of each process during the work, children included. */
  memoryMb?: Record<string, number>
  quietCommandsPerSecond?: number
  /** Processor time of the load generator, which is not part of `cpuMsPerUnit`. */
  loadCpuMsPerUnit?: number
}

const SAMPLE_MS = 1_000
const SHORTEST_QUIET_SECONDS = 2

/** Measures the processes of one stack and the commands of its database. */
export class Meter {
  readonly #database: MeasuringClient
  readonly #processes: () => Processes
  readonly #longestQuietSeconds: number
  #quiet: { seconds: number; perSecond: Commands } | undefined

  constructor(database: MeasuringClient, processes: () => Processes, longestQuietSeconds: number) {
    this.#database = database
    this.#processes = processes
    this.#longestQuietSeconds = longestQuietSeconds
  }

  /**
   * Measures the work, and after it a quiet interval that is as long, up to a limit. A quiet interval of the same stack
   * that was long enough serves again. The work has to wait until everything that it set off has ended.
   */
  async measure<Result>(
    work: () => Promise<Result>,
    beside: Processes = {},
  ): Promise<{ result: Result; costs: Costs }> {
    const processes = (): Processes => ({ ...this.#processes(), ...beside })
    const sampler = new MemorySampler(processes)
    try {
      const before = { commands: await this.#database.commands(), use: useOf(processes()) }
      const [load, from] = [process.cpuUsage(), performance.now()]
      const result = await work()
      const seconds = (performance.now() - from) / 1_000
      const { user, system } = process.cpuUsage(load)
      sampler.sample()
      const after = { commands: await this.#database.commands(), use: useOf(processes()) }
      const costs = {
        seconds,
        commands: commandsBetween(before.commands, after.commands),
        quietPerSecond: await this.quietCommandsPerSecond(seconds),
        cpuMs: mapValues(after.use, ({ cpuMs }, name) => cpuMs - (before.use[name]?.cpuMs ?? 0)),
        memoryMb: sampler.peak,
        loadCpuMs: (user + system) / 1_000,
      }
      return { result, costs }
    } finally {
      sampler.end()
    }
  }

  /** Commands a second of the stack at rest, over an interval of this length, but 2 s at least. */
  async quietCommandsPerSecond(seconds: number): Promise<Commands> {
    const quietSeconds = Math.min(this.#longestQuietSeconds, Math.max(SHORTEST_QUIET_SECONDS, seconds))
    if (this.#quiet && this.#quiet.seconds >= quietSeconds) return this.#quiet.perSecond
    const [before, from] = [await this.#database.commands(), performance.now()]
    await delay(quietSeconds * 1_000)
    const commands = commandsBetween(before, await this.#database.commands())
    const lasted = (performance.now() - from) / 1_000
    this.#quiet = { seconds: quietSeconds, perSecond: mapValues(commands, (count) => count / lasted) }
    return this.#quiet.perSecond
  }

  /** What the processes of the stack use at this moment. */
  use(): Record<string, ProcessUse> {
    return useOf(this.#processes())
  }
}

/** Follows the memory of processes, and keeps the highest value of each and of gateway and worker together. */
export class MemorySampler {
  readonly peak: Record<string, number> = {}
  readonly #processes: () => Processes
  readonly #timer: NodeJS.Timeout

  constructor(processes: () => Processes) {
    this.#processes = processes
    this.#timer = setInterval(() => this.sample(), SAMPLE_MS)
    this.sample()
  }

  /** Reads the memory now. */
  sample(): void {
    const use = mapValues(useOf(this.#processes()), ({ memoryMb }) => Math.round(memoryMb))
    const together = { ...use, gatewayAndWorker: (use['gateway'] ?? 0) + (use['worker'] ?? 0) }
    for (const [name, now] of Object.entries(together)) this.peak[name] = Math.max(this.peak[name] ?? 0, now)
  }

  /** Stops reading. */
  end(): void {
    clearInterval(this.#timer)
  }
}

/** The costs of several pieces of work together, which were measured one after the other. */
export function addCosts(all: readonly Costs[]): Costs {
  const sum = (records: readonly Readonly<Record<string, number>>[], join = (a: number, b: number) => a + b) => {
    const total: Record<string, number> = {}
    for (const record of records) {
      for (const [name, value] of Object.entries(record)) total[name] = join(total[name] ?? 0, value)
    }
    return total
  }
  return {
    seconds: all.reduce((seconds, costs) => seconds + costs.seconds, 0),
    commands: sum(all.map(({ commands }) => commands)),
    quietPerSecond: all.at(-1)?.quietPerSecond ?? {},
    cpuMs: sum(all.map(({ cpuMs }) => cpuMs)),
    memoryMb: sum(
      all.map(({ memoryMb }) => memoryMb),
      Math.max,
    ),
    loadCpuMs: all.reduce((ms, { loadCpuMs }) => ms + loadCpuMs, 0),
  }
}

/** A line of the results from what `units` pieces of work took; `doneSeconds` is the time in which they were done. */
export function rowOf(input: {
  label: string
  units: number
  costs: Costs
  /** The time for `perSecond`; null where the rate says nothing. */
  doneSeconds: number | null
  answer?: Latency
  inbox?: Latency
}): Row {
  const { label, units, costs, doneSeconds, answer, inbox } = input
  const { seconds, commands, quietPerSecond, cpuMs, memoryMb, loadCpuMs } = costs
  const perUnit = commandsPerUnit({ commands, seconds, quietPerSecond, units })
  const total = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0)
  return {
    label,
    units,
    seconds: round(doneSeconds ?? seconds, 2),
    ...(doneSeconds === null ? {} : { perSecond: round(units / doneSeconds, 1) }),
    ...(answer ? { answer } : {}),
    ...(inbox ? { inbox } : {}),
    // The number may fall below zero by chance, when the quiet interval had more commands.
    commandsPerUnit: round(Math.max(0, totalOf(perUnit)), 3),
    commandsPerUnitByName: mapValues(perUnit, (count) => round(count, 3)),
    cpuMsPerUnit: mapValues({ total, ...cpuMs }, (ms) => round(ms / units, 3)),
    memoryMb,
    quietCommandsPerSecond: round(totalOf(quietPerSecond), 1),
    loadCpuMsPerUnit: round(loadCpuMs / units, 3),
  }
}
