import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { build, stop } from 'esbuild'
import { projectRoot } from './project-root.js'
import { findCached, install } from './servers/cache.js'
import { runTool } from './servers/run-tool.js'
import { StackError } from './stack-error.js'

/** The file with the workflow code in the folder of the compiled programs. */
export const WORKFLOW_BUNDLE = 'workflow-bundle.js'

// The folders of everything that the stack's processes load.
const FOLDERS = [
  'activities',
  'cli',
  'commands',
  'embedded',
  'gateway',
  'mail',
  'models',
  'outbox',
  'runtime',
  'workers',
  'workflows',
]
// Node finds the packages of compiled code only below the project's folder.
const CACHE_DIR = join(projectRoot, 'node_modules', '.cache', 'posthorn')
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * The folder for the compiled programs of the present sources: every source `a/b.ts` is `a/b.js` there, once
 * `compilePrograms` has run.
 */
export function programsFolder(): string {
  return join(CACHE_DIR, `programs-${fingerprint(listSources())}`)
}

/**
 * Compiles the programs of the stack and bundles its workflows, unless the folder has them. Node starts a compiled
 * program in half the processor time that it needs to compile TypeScript while it loads. Throws StackError when the
 * workflows cannot be bundled.
 */
export async function compilePrograms(folder: string, signal: AbortSignal): Promise<void> {
  const entry = basename(folder)
  if (findCached(CACHE_DIR, entry, WORKFLOW_BUNDLE)) return
  await install(CACHE_DIR, entry, WORKFLOW_BUNDLE, (draft) => compile(listSources(), draft, signal))
  await removeOld(entry)
}

function listSources(): string[] {
  return FOLDERS.flatMap((folder) => filesIn(folder))
}

function filesIn(folder: string): string[] {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
  return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
}

/** Differs when a file was added, removed or written; a lock file stands for the versions of the packages. */
function fingerprint(sources: string[]): string {
  const hash = createHash('sha256')
  for (const file of [...sources, join(projectRoot, 'package-lock.json')].sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

async function compile(sources: string[], outdir: string, signal: AbortSignal): Promise<void> {
  const isCode = (file: string): boolean => extname(file) === '.ts'
  await build({
    entryPoints: sources.filter(isCode),
    outbase: projectRoot,
    outdir,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'silent',
  })
  // The compiler's process would live as long as the stack.
  await stop()
  const others = sources.filter((file) => !isCode(file))
  await Promise.all(others.map((file) => cp(file, join(outdir, file.slice(projectRoot.length)))))
  // Node looks for the kind of a module no further up than in node_modules.
  await writeFile(join(outdir, 'package.json'), '{ "type": "module" }\n')
  const env = { ...process.env, WORKFLOW_BUNDLE: join(outdir, WORKFLOW_BUNDLE) }
  const { status, output } = await runTool(process.execPath, [join(outdir, 'workers/build-bundle.js')], { env, signal })
  if (status !== 0) throw new StackError(`The workflows could not be bundled:\n${output}`)
}

async function removeOld(entry: string): Promise<void> {
  for (const name of await readdir(CACHE_DIR)) {
    const folder = join(CACHE_DIR, name)
    if (name !== entry && Date.now() - statSync(folder).mtimeMs > KEPT_MS) await rm(folder, { recursive: true })
  }
}
