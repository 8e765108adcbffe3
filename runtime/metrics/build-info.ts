import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gauge } from './registry.js'

const info = gauge(
  'posthorn_build_info',
  'Always 1; the version of Posthorn and of Node.js, and the kind of process.',
  ['version', 'node', 'process'],
)

/** Names the version of this process among its metrics. */
export function setBuildInfo(name: string): void {
  info.set({ version: ownVersion(), node: process.version, process: name }, 1)
}

/** The version of Posthorn: compiled programs lie some folders below its `package.json`. */
export function ownVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const { name, version } = readPackage(folder)
    if (name === 'posthorn' && version) return version
    const parent = dirname(folder)
    if (parent === folder) return 'unknown'
    folder = parent
  }
}

function readPackage(folder: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string; version?: string }
  } catch {
    return {}
  }
}
