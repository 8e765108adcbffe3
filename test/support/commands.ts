import { createRequire } from 'node:module'
import { foldingDone } from '../../commands/automation/executions/fold-counts.js'

interface Operation {
  commandName: string
  ns?: { collection?: string }
  /** The collection of an aggregation. */
  target?: unknown
  /** The collection of a findAndModify. */
  collection?: { collectionName?: string }
  /** What `runCommand` runs, such as the end of a transaction. */
  command?: object
  /** The filter of a find. */
  filter?: { disabled?: unknown }
}
type Command = (this: unknown, operation: Operation, ...rest: unknown[]) => Promise<unknown>

// MongoDB's own driver as mongoose uses it: everything goes through the `command` of a server.
const { Server } = createRequire(createRequire(import.meta.url).resolve('mongoose'))('mongodb/lib/sdam/server.js') as {
  Server: { prototype: { command: Command } }
}

/**
 * The commands that `work` and whatever else runs in this process give MongoDB, such as `insert events`, in their
 * order. The queries are left out by which each gateway of this process follows disabled and deleted projects: they
 * come every two seconds.
 */
export async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  // Counters of steps are folded some seconds after they were stored.
  await foldingDone()
  const { command } = Server.prototype
  const commands: string[] = []
  Server.prototype.command = function (operation, ...rest) {
    if (!isOfWatcher(operation)) commands.push(nameOf(operation))
    return command.call(this, operation, ...rest)
  }
  try {
    await work()
  } finally {
    Server.prototype.command = command
  }
  return commands
}

function isOfWatcher({ commandName, ns, filter }: Operation): boolean {
  return commandName === 'find' && (ns?.collection === 'deleted_projects' || filter?.disabled === true)
}

function nameOf({ commandName, ns, target, collection: modified, command }: Operation): string {
  if (commandName === 'runCommand') return Object.keys(command ?? {})[0] ?? commandName
  const collection = typeof target === 'string' ? target : (modified?.collectionName ?? ns?.collection)
  return `${commandName} ${collection}`
}
