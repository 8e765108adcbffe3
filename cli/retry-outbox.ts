import {
  listParked,
  retryParked,
  type ParkedEntry,
  type ParkedSelection,
} from '../commands/base/outbox/retry-parked.js'
import { readMongodbConfig } from '../runtime/config.js'
import { CommandError, defineCommand, type Answer } from './command.js'
import { inDatabase } from './in-database.js'

export const retryOutboxCommand = defineCommand({
  usage: '[--id <id>] [--kind <kind>] [--list]',
  about: 'Retries parked outbox entries: all, one, or those of a kind. --list lists them.',
  options: {
    id: { type: 'string' },
    kind: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
  run({ values: { list: isList, ...selection } }) {
    return inDatabase(readMongodbConfig(), () => (isList ? list(selection) : retry(selection)))
  },
})

async function list(selection: ParkedSelection): Promise<Answer> {
  const entries = await listParked(selection)
  return { lines: entries.length > 0 ? entries.map(describe) : ['No parked entries.'], json: entries }
}

async function retry(selection: ParkedSelection): Promise<Answer> {
  const retried = await retryParked(selection)
  if (retried === 0 && selection.id !== undefined) throw new CommandError(`No parked entry ${selection.id}.`)
  return {
    lines: [`Retrying ${retried} parked ${retried === 1 ? 'entry' : 'entries'}.`],
    json: { retried },
  }
}

function describe({ id, kind, projectId, documents, reason, attempts, parkedAt }: ParkedEntry): string {
  const tried = `${documents} documents, tried ${attempts} times, parked at ${parkedAt.toISOString()}`
  return `${id} ${kind} of project ${projectId}: ${reason} (${tried})`
}
