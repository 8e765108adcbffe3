import { listParked, retryParked, type ParkedEntry, type ParkedSelection } from '../commands/outbox/retry-parked.js'
import { readMongodbConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Puts parked outbox entries back, for the relays of the installation, or lists them.
const USAGE = 'Usage: posthorn retry-outbox [--id <id>] [--kind <kind>] [--list] [--json]'
const OPTIONS = {
  id: { type: 'string' },
  kind: { type: 'string' },
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

await carryOut(async () => {
  const { list: isList, json: isJson, ...selection } = argumentsOf(USAGE, OPTIONS).values
  await inDatabase(readMongodbConfig(), () => (isList ? list(selection, isJson) : retry(selection, isJson)))
})

async function list(selection: ParkedSelection, isJson: boolean): Promise<void> {
  const entries = await listParked(selection)
  if (isJson) say(JSON.stringify(entries))
  else for (const line of entries.length > 0 ? entries.map(describe) : ['No entry is parked.']) say(line)
}

async function retry(selection: ParkedSelection, isJson: boolean): Promise<void> {
  const retried = await retryParked(selection)
  if (retried === 0 && selection.id !== undefined) throw new CommandError(`No entry ${selection.id} is parked.`)
  if (isJson) say(JSON.stringify({ retried }))
  else say(`${retried} parked ${retried === 1 ? 'entry is' : 'entries are'} tried again.`)
}

function describe({ id, kind, projectId, documents, reason, attempts, parkedAt }: ParkedEntry): string {
  const tried = `${documents} documents, tried ${attempts} times, parked at ${parkedAt.toISOString()}`
  return `${id} ${kind} of project ${projectId}: ${reason} (${tried})`
}
