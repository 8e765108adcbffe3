/**
 * Runs a command of `cli/` on the servers that the environment names, or else on those of the running stack.
 *
 *   node --import tsx embedded/run-command.ts recount --project <id>
 */
import { requireRunning } from './require-running.js'
import { loadSecrets } from './secrets.js'
import { readDataDir, type Env } from './settings.js'
import { StackError } from './stack-error.js'

const COMMANDS = {
  'create-project': () => import('../cli/create-project.js'),
  migrate: () => import('../cli/migrate.js'),
  recount: () => import('../cli/recount.js'),
  reconcile: () => import('../cli/reconcile.js'),
  reseal: () => import('../cli/reseal.js'),
  'switch-project': () => import('../cli/switch-project.js'),
}

try {
  // The command reads its arguments from behind its own name, as if it had been started itself.
  const [name] = process.argv.splice(2, 1)
  const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
    name !== undefined && Object.hasOwn(COMMANDS, name)
  if (!isCommand(name)) throw new StackError(`Which command: ${Object.keys(COMMANDS).join(', ')}`)
  if (!process.env['MONGODB_URI']) useStack(name, process.env)
  await COMMANDS[name]()
} catch (error) {
  console.error(error instanceof StackError ? error.message : error)
  process.exitCode = 1
}

/** Names the running stack's servers and keys in the environment, and its user as the owner of new projects. */
function useStack(command: keyof typeof COMMANDS, env: Env): void {
  const dataDir = readDataDir(env)
  const { mongodb, temporal, gateway, user } = requireRunning(dataDir)
  const { encryptionKey, jwtSecret } = loadSecrets(dataDir)
  const ofStack = { ENCRYPTION_KEY: encryptionKey, JWT_SECRET: jwtSecret, GATEWAY_URL: gateway }
  for (const [variable, value] of Object.entries(ofStack)) env[variable] ||= value
  Object.assign(env, { MONGODB_URI: mongodb, TEMPORAL_ADDRESS: temporal })
  const isOwned = process.argv.some((argument) => argument.startsWith('--owner'))
  if (command === 'create-project' && user.email && !isOwned) process.argv.push('--owner', user.email)
}
