import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, stop, type BuildOptions } from 'esbuild'
import { projectRoot } from '../project-root.js'

const run = promisify(execFile)

/** The file with the workflow code in the folder of the compiled programs. */
export const WORKFLOW_BUNDLE = 'workflow-bundle.js'

/** The folder with every module for itself, in the folder of the compiled programs. */
export const MODULES = 'modules'

// What Node starts: programs, and threads of programs.
const THREADS = [
  'commands/sending/uploads/image-thread',
  'mail/authentication/thread',
  'mail/inbound/threads/thread',
  'mail/rendering/threads/thread',
  'workers/campaign-threads/thread',
]
const PROGRAMS = [
  'cli/check-health',
  'cli/main',
  'cli/posthorn',
  'embedded/provider/provider',
  'gateway/server',
  'workers/worker',
]

const OPTIONS = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'silent',
} satisfies BuildOptions

/** The sources of a build, and the folder that it fills. */
export interface ProgramBuild {
  /** All sources, with their paths. */
  sources: string[]
  /** A folder below a `node_modules` with the packages. */
  outdir: string
  /** Programs besides those of the image. */
  programs?: string[]
  signal?: AbortSignal
}

/**
 * Compiles the programs and bundles the workflows. The source `a/b.ts` of a program or thread is `a/b.js` in `outdir`,
 * and the modules that it shares with others are in `chunk-*.js`: Node reads a few large files in two thirds of the
 * processor time that it needs for a thousand small ones. `outdir` has each module for itself as well, in `MODULES`,
 * from which the workflows are bundled: stacks of workflows name the modules. Throws an error with the output of the
 * compiler or bundler where one fails.
 */
export async function buildPrograms({ sources, outdir, programs = [], signal }: ProgramBuild): Promise<void> {
  const isCode = (file: string): boolean => extname(file) === '.ts'
  const modules = join(outdir, MODULES)
  try {
    await Promise.all([
      build({ ...OPTIONS, entryPoints: sources.filter(isCode), outbase: projectRoot, outdir: modules }),
      build({
        ...OPTIONS,
        entryPoints: [...PROGRAMS, ...THREADS, ...programs].map((name) => join(projectRoot, `${name}.ts`)),
        outbase: projectRoot,
        outdir,
        bundle: true,
        splitting: true,
        packages: 'external',
        chunkNames: 'chunk-[hash]',
      }),
    ])
  } finally {
    // The compiler's process would live as long as this one.
    await stop()
  }
  const others = sources.filter((file) => !isCode(file)).map((file) => file.slice(projectRoot.length))
  for (const folder of [outdir, modules]) {
    await Promise.all(others.map((file) => cp(join(projectRoot, file), join(folder, file))))
    // Node looks for the kind of a module no further up than in node_modules.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  }
  const env = { ...process.env, WORKFLOW_BUNDLE: join(outdir, WORKFLOW_BUNDLE) }
  await run(process.execPath, [join(modules, 'workers/build-bundle.js')], { env, ...(signal && { signal }) })
}
