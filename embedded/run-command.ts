// `npx posthorn` in a clone: works on the MongoDB that the environment names, or else on the running stack.
import { CommandError } from '../cli/command.js'
import { posthorn } from '../cli/posthorn.js'
import { stackSettings } from './environment.js'
import { requireRunning } from './lock.js'
import { loadSecrets } from './secrets.js'
import { readDataDir, type Env } from './settings.js'
import { StackError } from './stack-error.js'

await posthorn(process.argv.slice(2), (name, args) => {
  const hasMongodb = process.env['MONGODB_URI'] || process.env['MONGODB_URI_FILE']
  return hasMongodb ? args : useStack(process.env, name, args)
})

/**
 * Gives the environment the servers, keys and settings of the running stack. Returns the arguments, with the user of
 * the stack as the owner of a new project without one. Throws CommandError when no stack runs.
 */
function useStack(env: Env, name: string, args: readonly string[]): readonly string[] {
  const dataDir = readDataDir(env)
  const addresses = runningStack(dataDir)
  const { mongodb, temporal, user } = addresses
  const ofStack = stackSettings({ env, addresses, dataDir, ...loadSecrets(dataDir) })
  for (const [variable, value] of Object.entries(ofStack)) if (!env[`${variable}_FILE`]) env[variable] ||= value
  Object.assign(env, { MONGODB_URI: mongodb, TEMPORAL_ADDRESS: temporal })
  const hasOwner = args.some((argument) => argument.startsWith('--owner'))
  return name === 'create-project' && user.email && !hasOwner ? [...args, '--owner', user.email] : args
}

function runningStack(dataDir: string): ReturnType<typeof requireRunning> {
  try {
    return requireRunning(dataDir)
  } catch (error) {
    if (!(error instanceof StackError)) throw error
    throw new CommandError(`${error.message} For another installation, set MONGODB_URI and its other settings.`)
  }
}
