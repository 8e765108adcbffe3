import { join } from 'node:path'
import { buildFolder, buildOnce } from './build-cache.js'
import { filesIn } from './build/source-files.js'
import { projectRoot } from './project-root.js'
import { runTool } from './servers/run-tool.js'
import { StackError } from './stack-error.js'

// The folders of everything that the dashboard is made of.
const FOLDERS = ['dashboard', 'models/domain']
const VITE = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')

/** The folder for the dashboard that is built of the present sources, once `buildDashboard` has run. */
export function dashboardFolder(): string {
  return buildFolder('dashboard', filesIn(FOLDERS))
}

/** Builds the dashboard, unless the folder has it. Throws StackError when it cannot be built. */
export async function buildDashboard(folder: string, signal: AbortSignal): Promise<void> {
  await buildOnce(folder, 'index.html', async (draft) => {
    const config = join(projectRoot, 'dashboard', 'build', 'vite.config.ts')
    const args = [VITE, 'build', join(projectRoot, 'dashboard'), '--config', config, '--outDir', draft, '--emptyOutDir']
    // React would bring its checks for development along with another value.
    const env = { ...process.env, NODE_ENV: 'production' }
    const { status, output } = await runTool(process.execPath, args, { env, signal })
    if (status !== 0) throw new StackError(`Building the dashboard failed:\n${output}`)
  })
}
