/**
 * The entry of the image, and of the commands in development: `posthorn <program> [arguments]`.
 */
import { CommandError } from './command.js'

/** Every program of the product, by the name that a person types. */
export const PROGRAMS: Record<string, string> = {
  gateway: '../gateway/server',
  worker: '../workers/worker',
  inbox: '../embedded/provider/provider',
  'allow-domain': './allow-domain',
  'create-project': './create-project',
  'create-secrets': './create-secrets',
  'delete-project': './delete-project',
  doctor: './doctor',
  migrate: './migrate',
  reconcile: './reconcile',
  recount: './recount',
  'refresh-addresses': './refresh-addresses',
  replay: './replay',
  reseal: './reseal',
  'retry-outbox': './retry-outbox',
  'rotate-dkim': './rotate-dkim',
  'set-up': './set-up',
  'set-up-mongodb': './set-up-mongodb',
  'switch-project': './switch-project',
  user: './user',
}

/**
 * Runs the program that `process.argv` names, in this process; the program reads its own arguments behind the name.
 * Throws CommandError for an unknown one.
 */
export async function runNamedProgram(): Promise<void> {
  const [name = ''] = process.argv.splice(2, 1)
  if (!Object.hasOwn(PROGRAMS, name)) throw new CommandError(`Which program: ${Object.keys(PROGRAMS).join(', ')}`)
  // The programs are TypeScript in development and JavaScript after the build.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  await import(new URL(`${PROGRAMS[name]}.${extension}`, import.meta.url).href)
}
