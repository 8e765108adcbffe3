import { parseArgs } from 'node:util'
import { requestDeletion } from '../commands/projects/request-erasure.js'
import { readMongodbConfig } from '../runtime/config.js'
import { carryOut, CommandError, inDatabase, say } from './command.js'

// Deletes a project, also one that its owner may not delete. The workers of the installation carry the job out.
const USAGE = 'Usage: npm run project:delete -- --id <id> [--json]'

await carryOut(async () => {
  const { id, isJson } = readArguments()
  const jobId = await inDatabase(readMongodbConfig(), () => requestDeletion(id, 'operator'))
  if (isJson) say(JSON.stringify({ id, jobId }))
  else say(`The project ${id} is being deleted (job ${jobId}).`)
})

function readArguments(): { id: string; isJson: boolean } {
  try {
    const { values } = parseArgs({ options: { id: { type: 'string' }, json: { type: 'boolean', default: false } } })
    if (values.id) return { id: values.id, isJson: values.json }
  } catch {
    // An unknown option gets the same answer as a missing one.
  }
  throw new CommandError(USAGE)
}
