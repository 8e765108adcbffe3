import { disableProject, enableProject } from '../commands/lifecycle/projects/switch-project.js'
import { DISABLED_REASONS } from '../models/project.js'
import { readMongodbConfig } from '../runtime/config.js'
import { defineCommand, required, UsageError } from './command.js'
import { inDatabase } from './in-database.js'

export const switchProjectCommand = defineCommand({
  usage: [`disable --id <id> [--reason ${DISABLED_REASONS.join('|')}]`, 'enable --id <id>'],
  about: 'Disables a project, so that it sends and starts nothing, or enables it again.',
  options: { id: { type: 'string' }, reason: { type: 'string', default: 'MANUAL' } },
  words: 1,
  async run({ values, words: [action = ''] }) {
    const id = required(values, 'id')
    const work = chooseWork(action, id, values.reason)
    const { project, isChanged } = await inDatabase(readMongodbConfig(), work)
    const { name, disabled, disabledReason } = project
    const state = disabled ? `disabled (${disabledReason})` : 'enabled'
    return {
      lines: [`The project ${name} (${id}) ${isChanged ? 'is' : 'was already'} ${state}.`],
      json: { id, disabled, disabledReason, changed: isChanged },
    }
  },
})

function chooseWork(action: string, id: string, given: string) {
  const reason = DISABLED_REASONS.find((one) => one === given)
  if (!reason) throw new UsageError(`--reason must be one of ${DISABLED_REASONS.join(', ')}.`)
  if (action === 'disable') return () => disableProject(id, reason)
  if (action === 'enable') return () => enableProject(id)
  throw new UsageError(`Unknown action ${action}. Use disable or enable.`)
}
