import { buildFolder, buildOnce } from './build-cache.js'
import { buildPrograms, WORKFLOW_BUNDLE } from './build/build-programs.js'
import { CODE_FOLDERS, filesIn } from './build/source-files.js'
import { StackError } from './stack-error.js'

const FOLDERS = [...CODE_FOLDERS, 'embedded']
// Programs of the stack alone.
const PROGRAMS = ['embedded/demo/demo', 'embedded/prepare-database']

/** The folder for the compiled programs of the present sources, as `buildPrograms` fills it. */
export function programsFolder(): string {
  return buildFolder('programs', filesIn(FOLDERS))
}

/** Builds the programs of the stack, unless the folder has them. Throws StackError when they cannot be built. */
export async function compilePrograms(folder: string, signal: AbortSignal): Promise<void> {
  await buildOnce(folder, WORKFLOW_BUNDLE, async (outdir) => {
    try {
      await buildPrograms({ sources: filesIn(FOLDERS), outdir, programs: PROGRAMS, signal })
    } catch (error) {
      throw new StackError(`Building the server programs failed:\n${String(error)}`, { cause: error })
    }
  })
}
