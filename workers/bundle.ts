import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker'
import { programFile } from '../runtime/program-files.js'

/** Path of the bundle that `npm run build` writes, unless `WORKFLOW_BUNDLE` names another. */
export const BUNDLE_PATH = fileURLToPath(programFile('workflow-bundle.js'))

/**
 * The workflow code for workers: the bundle in `file`, or the built one. If there is none, the sources are bundled now,
 * which takes seconds and a few hundred MB.
 */
export async function workflowBundle(file?: string): Promise<WorkflowBundleOption> {
  const built = file ?? BUNDLE_PATH
  if (existsSync(built)) return { codePath: built }
  return makeBundle()
}

/** Bundles the workflow code; fails when it imports a module that is not deterministic. */
export async function makeBundle(): Promise<{ code: string }> {
  const pathOf = (name: string): string => fileURLToPath(programFile(`workflows/${name}.js`))
  return bundleWorkflowCode({
    workflowsPath: pathOf('index'),
    workflowInterceptorModules: [pathOf('trace-interceptors')],
    logger: new DefaultLogger('WARN'),
    // Stack traces need the positions in the sources, but not their text, which would be half of the bundle. A worker
    // holds several copies of the bundle.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
  })
}
