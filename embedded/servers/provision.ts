import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Env } from '../settings.js'
import { StackError } from '../stack-error.js'
import { findCached, install } from './cache.js'
import { runTool } from './run-tool.js'

/** The context of the search for a server. `progress` may overwrite its last line on a terminal. */
export interface Provisioning {
  env: Env
  cacheDir: string
  isTerminal: boolean
  signal: AbortSignal
  log: (line: string) => void
  progress: (line: string) => void
}

/** A server program that runs on this machine. */
export interface Program {
  file: string
  version: string
  /** The place it came from, in words for people. */
  origin: string
}

/** A place to fetch a program from. `fetch` puts it into `folder` under the program's name, or says why it cannot. */
export interface Origin {
  label: string
  /** Its name in the cache, `<name>-<version>`. */
  entry: string
  fetch(folder: string, on: Provisioning): Promise<void>
}

/** A server to look for, and the advice when it is nowhere. */
export interface Wanted {
  title: string
  program: string
  /** Finds the version in what `<program> --version` prints, or throws an Error when it is too old. */
  readVersion(output: string): string
  origins: readonly Origin[]
  advice: string
}

/**
 * Finds a server: on the PATH, in the cache, then at each origin.
 * Throws StackError with every attempt and the advice.
 */
export async function provision(wanted: Wanted, on: Provisioning): Promise<Program> {
  const tried: string[] = []
  const attempt = async (label: string, find: () => Promise<string>): Promise<Program | null> => {
    try {
      const file = await find()
      return { file, version: await tryOut(file, wanted, on), origin: label }
    } catch (error) {
      on.signal.throwIfAborted()
      tried.push(`  ${label}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  const onPath = findOnPath(wanted.program, on.env)
  if (onPath) {
    const found = await attempt(`${onPath} on the PATH`, async () => onPath)
    if (found) return found
  } else tried.push(`  ${wanted.program} is not on the PATH`)

  for (const { label, entry } of wanted.origins) {
    const cached = findCached(on.cacheDir, entry, wanted.program)
    const found = cached && (await attempt(`${label}, in the cache at ${cached}`, async () => cached))
    if (found) return found
  }
  for (const origin of wanted.origins) {
    const found = await attempt(origin.label, () => fetchInto(origin, wanted, on))
    if (found) return found
    on.log(tried.at(-1) ?? '')
  }
  throw new StackError(`${wanted.title} not found. Tried:\n${tried.join('\n')}\n${wanted.advice}`)
}

async function fetchInto(origin: Origin, wanted: Wanted, on: Provisioning): Promise<string> {
  const began = Date.now()
  on.log(`Looking for ${wanted.title}: ${origin.label}`)
  const file = await install(on.cacheDir, origin.entry, wanted.program, async (folder) => {
    await origin.fetch(folder, on)
    // A program that does not run on this machine must not get into the cache.
    await tryOut(join(folder, wanted.program), wanted, on)
  })
  on.log(`  downloaded in ${((Date.now() - began) / 1_000).toFixed(1)} s, kept at ${file}`)
  return file
}

async function tryOut(file: string, wanted: Wanted, on: Provisioning): Promise<string> {
  const { status, output } = await runTool(file, ['--version'], { env: on.env, signal: on.signal })
  if (status !== 0) throw new Error(`it does not run: ${output.trim().split('\n')[0] ?? ''}`)
  return wanted.readVersion(output)
}

function findOnPath(program: string, env: Env): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, program)).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
