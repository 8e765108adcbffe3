import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../embedded/project-root.js'
import { findCached, install } from '../../embedded/servers/cache.js'
import { runTool } from '../../embedded/servers/run-tool.js'

/** A release whose programs are built. */
export interface Release {
  commit: string
  /** The folder of its compiled programs. */
  codeDir: string
}

interface Lock {
  packages: Record<string, { version?: string; integrity?: string }>
}

// Below node_modules, so that a release whose packages are the project's finds them.
const CACHE_DIR = join(projectRoot, 'node_modules', '.cache', 'posthorn')
const BUNDLE = join('dist', 'workflow-bundle.js')

/** Builds a release from its commit as its own `npm run build` does, unless that was done before. */
export async function buildRelease(from: string, say: (line: string) => void, signal: AbortSignal): Promise<Release> {
  const tool = async (command: string, args: string[], cwd = projectRoot): Promise<string> => {
    const { status, output } = await runTool('env', ['-C', cwd, command, ...args], { env: process.env, signal })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`)
    return output.trim()
  }
  const commit = await tool('git', ['rev-parse', '--verify', '--end-of-options', `${from}^{commit}`])
  const entry = `release-${commit}`
  if (!findCached(CACHE_DIR, entry, BUNDLE)) {
    say(`building ${from}`)
    await install(CACHE_DIR, entry, BUNDLE, async (folder) => {
      await tool('git', ['archive', `--output=${join(folder, 'release.tar')}`, commit])
      await tool('tar', ['-xf', 'release.tar'], folder)
      await rm(join(folder, 'release.tar'))
      if (!(await sharesPackages(folder))) await tool('npm', ['ci', '--no-audit', '--no-fund'], folder)
      await tool('npm', ['run', 'build'], folder)
    })
  }
  return { commit, codeDir: join(CACHE_DIR, entry, 'dist') }
}

/** The file of a release's program. */
export function programOf({ codeDir }: Release, name: string): string {
  return join(codeDir, `cli/${name}.js`)
}

/** Whether each package of a release is installed here in the same version. */
async function sharesPackages(folder: string): Promise<boolean> {
  const read = async (root: string): Promise<Lock['packages']> =>
    (JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock).packages
  const [theirs, ours] = [await read(folder), await read(projectRoot)]
  return Object.entries(theirs)
    .filter(([path]) => path !== '')
    .every(([path, { version, integrity }]) => {
      return ours[path]?.version === version && ours[path]?.integrity === integrity
    })
}
