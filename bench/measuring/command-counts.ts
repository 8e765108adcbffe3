/** Numbers of commands by their names. */
export type Commands = Readonly<Record<string, number>>

/** The commands that a MongoDB server has carried out, and how many of these this process sent to measure. */
export interface CommandCount {
  all: Commands
  own: Commands
}

/** The part of `serverStatus().metrics.commands` that is read: a total for each command, beside some bare numbers. */
export type CommandMetrics = Record<string, { total: number | bigint } | number | bigint>

/** The number of commands of each name. */
export function countsOf(metrics: CommandMetrics): Commands {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, command]) =>
      typeof command === 'object' ? [[name, Number(command.total)]] : [],
    ),
  )
}

/** The commands between two counts, without those for measuring. Names without commands are left out. */
export function commandsBetween(before: CommandCount, after: CommandCount): Commands {
  const increase = (from: Commands, to: Commands, name: string): number => (to[name] ?? 0) - (from[name] ?? 0)
  const counts = Object.keys(after.all).map((name) => {
    return [name, increase(before.all, after.all, name) - increase(before.own, after.own, name)] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count !== 0))
}

/** The number of commands of all names. */
export function totalOf(commands: Commands): number {
  return Object.values(commands).reduce((sum, count) => sum + count, 0)
}

/**
 * The commands of each name that a unit took: without those that the processes would have sent at rest in the same
 * time.
 */
export function commandsPerUnit(measured: {
  commands: Commands
  seconds: number
  quietPerSecond: Commands
  units: number
}): Commands {
  const { commands, seconds, quietPerSecond, units } = measured
  const names = new Set([...Object.keys(commands), ...Object.keys(quietPerSecond)])
  const perUnit = [...names].map((name) => {
    return [name, ((commands[name] ?? 0) - (quietPerSecond[name] ?? 0) * seconds) / units] as const
  })
  return Object.fromEntries(perUnit)
}
