import { cp, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { build, stop } from 'esbuild'
import { buildFolder, buildOnce, filesIn } from './build-cache.js'
import { projectRoot } from './project-root.js'
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

/**
 * The folder for the compiled programs of the present sources: every source `a/b.ts` is `a/b.js` there, once
 * `compilePrograms` has run.
 */
export function programsFolder(): string {
  return buildFolder('programs', filesIn(FOLDERS))
}

/**
 * Compiles the programs of the stack and bundles its workflows, unless the folder has them. Node starts a compiled
 * program in half the processor time that it needs to compile TypeScript while it loads. Throws StackError when the
 * workflows cannot be bundled.
 */
export async function compilePrograms(folder: string, signal: AbortSignal): Promise<void> {
  await buildOnce(folder, WORKFLOW_BUNDLE, (draft) => compile(filesIn(FOLDERS), draft, signal))
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
