import { join } from 'node:path'
import { MODULES, WORKFLOW_BUNDLE } from '../../embedded/build/build-programs.js'
import { compilePrograms, programsFolder } from '../../embedded/compile-programs.js'

/** The file of a program of the project, named as `gateway/server`, compiled as the embedded stack compiles it. */
export async function compiledProgram(name: string): Promise<string> {
  return join(await compiledFolder(), `${name}.js`)
}

/** The file of a single module of the project, compiled for a test that imports it in another process or thread. */
export async function compiledModule(name: string): Promise<string> {
  return join(await compiledFolder(), MODULES, `${name}.js`)
}

/** The workflow code as the embedded stack's worker runs it. */
export async function compiledWorkflows(): Promise<{ codePath: string }> {
  return { codePath: join(await compiledFolder(), WORKFLOW_BUNDLE) }
}

// Two compilations at once would stop each other.
let compiling: Promise<string> | undefined

function compiledFolder(): Promise<string> {
  return (compiling ??= compile())
}

async function compile(): Promise<string> {
  const folder = programsFolder()
  await compilePrograms(folder, new AbortController().signal)
  return folder
}
