import { join } from 'node:path'
import { cacheFolder, findCached, install } from '../../embedded/servers/cache.js'
import { runTool } from '../../embedded/servers/run-tool.js'

const VERSION = '4.32.5'
const MODULE = 'schemathesis/__init__.py'

/** Puts schemathesis of the Python package index into the user's cache, once; returns the folder of its packages. */
export async function provideSchemathesis(): Promise<string> {
  const cacheDir = cacheFolder(process.env)
  const entry = `schemathesis-${VERSION}`
  if (findCached(cacheDir, entry, MODULE) === null) {
    console.log(`Fetching schemathesis==${VERSION} from the Python package index, once.`)
    await install(cacheDir, entry, MODULE, (folder) => fill(folder))
  }
  return join(cacheDir, entry)
}

async function fill(folder: string): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input']
  const args = ['-m', 'pip', 'install', ...quiet, '--target', folder, `schemathesis==${VERSION}`]
  const { status, output } = await runTool('python3', args, { env: process.env })
  if (status !== 0) throw new Error(`pip could not install schemathesis: ${output.trim()}`)
}
