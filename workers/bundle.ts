import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker'

/** Where `npm run build` puts the bundle, beside the compiled worker, unless `WORKFLOW_BUNDLE` names a file. */
export const BUNDLE_PATH = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url))

/**
 * The workflow code as workers load it: the bundle in `file`, else the built one where there is one, else bundled
 * from source now, which takes seconds and a few hundred MB.
 */
export async function workflowBundle(file?: string): Promise<WorkflowBundleOption> {
  const built = file ?? BUNDLE_PATH
  if (existsSync(built)) return { codePath: built }
  return makeBundle()
}

/** Bundles the workflow code; fails when it reaches for anything that is not deterministic. */
export async function makeBundle(): Promise<{ code: string }> {
  // Beside this file lies TypeScript in development and JavaScript after the build.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(`../workflows/index.${extension}`, import.meta.url)),
    logger: new DefaultLogger('WARN'),
  })
}
