import { disableProject, enableProject, type SwitchedProject } from '../commands/projects/switch-project.js'
import { DISABLED_REASONS, type DisabledReason } from '../models/project.js'
import { readMongodbConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Disables or enables a project.
const USAGE = `Usage: posthorn switch-project disable --id <id> [--reason ${DISABLED_REASONS.join('|')}] [--json]
       posthorn switch-project enable --id <id> [--json]`

interface Arguments {
  id: string
  /** Null enables the project. */
  reason: DisabledReason | null
  isJson: boolean
}

await carryOut(async () => {
  const { id, reason, isJson } = readArguments()
  const switched = (): Promise<SwitchedProject> => (reason ? disableProject(id, reason) : enableProject(id))
  const { project, isChanged } = await inDatabase(readMongodbConfig(), switched)
  const { name, disabled, disabledReason } = project
  if (isJson) say(JSON.stringify({ id, disabled, disabledReason, changed: isChanged }))
  else say(describe({ name, id, disabled, disabledReason, isChanged }))
})

function readArguments(): Arguments {
  const options = {
    id: { type: 'string' },
    reason: { type: 'string', default: 'MANUAL' },
    json: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = argumentsOf(USAGE, options, 1)
  const { id, json: isJson } = values
  const reason = DISABLED_REASONS.find((one) => one === values.reason)
  if (id && positionals[0] === 'enable') return { id, reason: null, isJson }
  if (id && positionals[0] === 'disable' && reason) return { id, reason, isJson }
  throw new CommandError(USAGE)
}

function describe(
  of: Pick<SwitchedProject['project'], 'name' | 'disabled' | 'disabledReason'> & { id: string; isChanged: boolean },
): string {
  const state = of.disabled ? `disabled (${of.disabledReason})` : 'enabled'
  return `The project ${of.name} (${of.id}) ${of.isChanged ? 'is' : 'was already'} ${state}.`
}
