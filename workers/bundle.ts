import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker'

/** Where `npm run build` puts the bundle, beside the compiled worker. */
export const BUNDLE_PATH = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url))

/** The workflow code as workers load it: the built bundle where there is one, else bundled from source now. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(BUNDLE_PATH)) return { codePath: BUNDLE_PATH }
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
