import { requestDeletion } from '../commands/projects/request-erasure.js'
import { readMongodbConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Deletes a project, also one that its owner may not delete. The workers of the installation carry the job out.
const USAGE = 'Usage: posthorn delete-project --id <id> [--json]'
const OPTIONS = { id: { type: 'string' }, json: { type: 'boolean', default: false } } as const

await carryOut(async () => {
  const { id, json: isJson } = argumentsOf(USAGE, OPTIONS).values
  if (!id) throw new CommandError(USAGE)
  const jobId = await inDatabase(readMongodbConfig(), () => requestDeletion(id, 'operator'))
  if (isJson) say(JSON.stringify({ id, jobId }))
  else say(`The project ${id} is being deleted (job ${jobId}).`)
})
