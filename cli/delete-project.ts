import { requestDeletion } from '../commands/lifecycle/erasure/request-erasure.js'
import { readMongodbConfig } from '../runtime/config.js'
import { defineCommand, required } from './command.js'
import { inDatabase } from './in-database.js'

export const deleteProjectCommand = defineCommand({
  usage: '--id <id>',
  about: 'Deletes a project, including one that its owner cannot delete. The workers of the installation run the job.',
  options: { id: { type: 'string' } },
  async run({ values }) {
    const id = required(values, 'id')
    const jobId = await inDatabase(readMongodbConfig(), () => requestDeletion(id, 'operator'))
    return { lines: [`The project ${id} is being deleted (job ${jobId}).`], json: { id, jobId } }
  },
})
