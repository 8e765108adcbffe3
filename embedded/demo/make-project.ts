import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { projectRoot } from '../compile-programs.js'

const Keys = z.object({ id: z.string(), public: z.string(), secret: z.string() })

/** Makes a project on a running stack by `npm run project:create -- --name … --json`, as a person does. */
export async function makeProject(options: {
  name: string
  dataDir: string
  signal: AbortSignal
}): Promise<z.output<typeof Keys>> {
  const { name, dataDir, signal } = options
  const script = ['--import', 'tsx', 'embedded/run-command.ts', 'create-project', '--name', name, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, script, {
    cwd: projectRoot,
    env: { ...process.env, POSTHORN_DATA_DIR: dataDir },
    signal,
  })
  return Keys.parse(JSON.parse(stdout))
}
