import { parseArgs } from 'node:util'
import { disableProject, enableProject, type SwitchedProject } from '../commands/projects/switch-project.js'
import { AppError } from '../models/domain/errors.js'
import { DISABLED_REASONS, type DisabledReason } from '../models/project.js'
import { withinTime } from '../runtime/concurrency/within-time.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'
import { requireRunning } from './require-running.js'
import { readDataDir } from './settings.js'
import { StackError } from './stack-error.js'

// Disables or enables a project in the database that MONGODB_URI names, or in that of the running stack.
const USAGE = `Usage: npm run project:disable -- --id <id> [--reason ${DISABLED_REASONS.join('|')}] [--json]
       npm run project:enable -- --id <id> [--json]`
const CONNECT_WITHIN_MS = 15_000

interface Arguments {
  id: string
  /** Null enables the project. */
  reason: DisabledReason | null
  isJson: boolean
}

try {
  const { id, reason, isJson } = readArguments()
  const uri = process.env['MONGODB_URI'] || requireRunning(readDataDir(process.env)).mongodb
  const { project, isChanged } = await inDatabase(uri, () => (reason ? disableProject(id, reason) : enableProject(id)))
  const { name, disabled, disabledReason } = project
  if (isJson) console.log(JSON.stringify({ id, disabled, disabledReason, changed: isChanged }))
  else console.log(describe({ name, id, disabled, disabledReason, isChanged }))
} catch (error) {
  const isUnknown = error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND'
  console.error(isUnknown || error instanceof StackError ? error.message : error)
  process.exitCode = 1
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        id: { type: 'string' },
        reason: { type: 'string', default: 'MANUAL' },
        json: { type: 'boolean', default: false },
      },
    })
    const { id, json: isJson } = values
    const reason = DISABLED_REASONS.find((one) => one === values.reason)
    const [direction, ...more] = positionals
    if (id && more.length === 0) {
      if (direction === 'enable') return { id, reason: null, isJson }
      if (direction === 'disable' && reason) return { id, reason, isJson }
    }
  } catch {
    // An unknown option gets the same answer as a missing one.
  }
  throw new StackError(USAGE)
}

async function inDatabase<T>(uri: string, work: () => Promise<T>): Promise<T> {
  connectMongodb(uri)
  try {
    await withinTime(mongodbConnected(), CONNECT_WITHIN_MS, '').catch(() => {
      throw new StackError('MongoDB does not answer. Nothing was changed.')
    })
    return await work()
  } finally {
    await disconnectMongodb()
  }
}

function describe(
  of: Pick<SwitchedProject['project'], 'name' | 'disabled' | 'disabledReason'> & { id: string; isChanged: boolean },
): string {
  const state = of.disabled ? `disabled (${of.disabledReason})` : 'enabled'
  return `The project ${of.name} (${of.id}) ${of.isChanged ? 'is' : 'was already'} ${state}.`
}
