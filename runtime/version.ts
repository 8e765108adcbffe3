import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The version of this program, from its package.json. */
export const VERSION = findVersion()

// Compiled programs are some folders below the package.json. A folder in between may have one without a version.
function findVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const file = new URL('package.json', folder)
    const { version } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }) : {}
    if (version !== undefined) return version
    if (fileURLToPath(folder) === fileURLToPath(new URL('..', folder))) return 'unknown'
  }
}
