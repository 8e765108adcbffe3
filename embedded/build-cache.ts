import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { projectRoot } from './project-root.js'
import { findCached, install } from './servers/cache.js'

// Node finds the packages of compiled code only below the project's folder.
const CACHE_DIR = join(projectRoot, 'node_modules', '.cache', 'posthorn')
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/** The folder in the cache for what is built of the present `sources`, once `buildOnce` has run. */
export function buildFolder(kind: string, sources: readonly string[]): string {
  return join(CACHE_DIR, `${kind}-${fingerprint(sources)}`)
}

/** Builds into a folder of `buildFolder`, unless the folder has `file` already, and removes old builds of its kind. */
export async function buildOnce(folder: string, file: string, build: (draft: string) => Promise<void>): Promise<void> {
  const entry = basename(folder)
  if (findCached(CACHE_DIR, entry, file)) return
  await install(CACHE_DIR, entry, file, build)
  await removeOld(entry)
}

/** Differs when a file was added, removed or written; a lock file stands for the versions of the packages. */
function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of [...sources, join(projectRoot, 'package-lock.json')].sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function removeOld(entry: string): Promise<void> {
  const kind = entry.slice(0, entry.lastIndexOf('-') + 1)
  for (const name of await readdir(CACHE_DIR)) {
    if (name === entry || !name.startsWith(kind)) continue
    const folder = join(CACHE_DIR, name)
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) await rm(folder, { recursive: true })
  }
}
