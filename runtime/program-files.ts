import { existsSync } from 'node:fs'

// In development and in tests a program runs from its sources.
const IS_SOURCE = import.meta.url.endsWith('.ts')

/** The arguments of Node for a thread of this program, which must load TypeScript where the program does. */
export const THREAD_ARGV = IS_SOURCE ? ['--import', 'tsx'] : []

const ROOT = findRoot()

/**
 * The URL of a file of this program, named from the root of the sources: `mail/rendering/threads/thread.js`. In a
 * checkout it is the source, `thread.ts`. A compiled module may be part of a file in another folder, so that
 * `import.meta.url` cannot name the files beside its source.
 */
export function programFile(name: string): URL {
  return new URL(IS_SOURCE ? name.replace(/\.js$/, '.ts') : name, ROOT)
}

function findRoot(): URL {
  const main = IS_SOURCE ? 'cli/main.ts' : 'cli/main.js'
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    if (existsSync(new URL(main, folder))) return folder
  }
  throw new Error(`No folder above ${import.meta.url} has ${main}`)
}
