/** The number of commands that a MongoDB server has carried out, and how many of them this process sent to measure. */
export interface CommandCount {
  total: number
  own: number
}

/** The part of `serverStatus().metrics.commands` that is read: a total for each command, beside some bare numbers. */
export type CommandMetrics = Record<string, { total: number | bigint } | number | bigint>

/** Adds up the commands of all kinds. */
export function totalOf(commands: CommandMetrics): number {
  return Object.values(commands).reduce<number>(
    (sum, command) => sum + (typeof command === 'object' ? Number(command.total) : 0),
    0,
  )
}

/** The commands between two counts, without those that the measuring took. */
export function commandsBetween(before: CommandCount, after: CommandCount): number {
  return after.total - before.total - (after.own - before.own)
}

/** The commands that a unit took: without those that the processes would have sent at rest in the same time. */
export function commandsPerUnit(measured: {
  commands: number
  seconds: number
  quietPerSecond: number
  units: number
}): number {
  const { commands, seconds, quietPerSecond, units } = measured
  return Math.max(0, commands - quietPerSecond * seconds) / units
}
