// `npx posthorn` in a clone: runs a program on the MongoDB that the environment names, or else on the running stack.
import { carryOut, CommandError } from '../cli/command.js'
import { runNamedProgram } from '../cli/posthorn.js'
import { stackSettings } from './environment.js'
import { requireRunning } from './require-running.js'
import { loadSecrets } from './secrets.js'
import { readDataDir, type Env } from './settings.js'
import { StackError } from './stack-error.js'

await carryOut(async () => {
  if (!process.env['MONGODB_URI'] && !process.env['MONGODB_URI_FILE']) useStack(process.env, process.argv)
  await runNamedProgram()
})

/** Gives the environment the running stack's servers, keys and settings, and its user as the owner of new projects. */
function useStack(env: Env, argv: string[]): void {
  const dataDir = readDataDir(env)
  const addresses = stackOf(dataDir)
  const { mongodb, temporal, user } = addresses
  const ofStack = stackSettings({ env, addresses, dataDir, ...loadSecrets(dataDir) })
  for (const [variable, value] of Object.entries(ofStack)) if (!env[`${variable}_FILE`]) env[variable] ||= value
  Object.assign(env, { MONGODB_URI: mongodb, TEMPORAL_ADDRESS: temporal })
  const isOwned = argv.some((argument) => argument.startsWith('--owner'))
  if (argv[2] === 'create-project' && user.email && !isOwned) argv.push('--owner', user.email)
}

function stackOf(dataDir: string): ReturnType<typeof requireRunning> {
  try {
    return requireRunning(dataDir)
  } catch (error) {
    throw error instanceof StackError ? new CommandError(error.message) : error
  }
}
