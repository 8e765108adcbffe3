import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../settings.js'

/** A draft older than this belongs to a start that was killed, not to a download under way. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000

/** The folder that fetched programs are kept in, for all projects of this user. */
export function cacheFolder(env: Env): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'posthorn')
}

/** The program in the cache, or null. `entry` is `<name>-<version>`. */
export function findCached(cacheDir: string, entry: string, program: string): string | null {
  const file = join(cacheDir, entry, program)
  return existsSync(file) ? file : null
}

/**
 * Puts a program into the cache: `fill` makes and checks it in a draft folder, which gets its final name after that.
 * Concurrent starts each fill a draft of their own, and the first to finish wins. Returns the program.
 */
export async function install(
  cacheDir: string,
  entry: string,
  program: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  await mkdir(cacheDir, { recursive: true })
  await removeAbandoned(cacheDir)
  const draft = await mkdtemp(join(cacheDir, `.draft-${entry}-${randomBytes(2).toString('hex')}`))
  try {
    await fill(draft)
    await flush(join(draft, program))
    await rename(draft, join(cacheDir, entry)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return join(cacheDir, entry, program)
}

/** Syncs the file before its folder is renamed: after a power failure the name must not exist without the content. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}

async function removeAbandoned(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!name.startsWith('.draft-')) continue
    const folder = join(cacheDir, name)
    const modified = await stat(folder).catch(() => null)
    if (modified && Date.now() - modified.mtimeMs > ABANDONED_AFTER_MS)
      await rm(folder, { recursive: true, force: true })
  }
}
