import { join } from 'node:path'
import { compilePrograms, programsFolder } from '../../embedded/compile-programs.js'

/** The file of a program of the project, named as `gateway/server`, compiled as the embedded stack compiles it. */
export async function compiledProgram(name: string): Promise<string> {
  const folder = programsFolder()
  await compilePrograms(folder, new AbortController().signal)
  return join(folder, `${name}.js`)
}
