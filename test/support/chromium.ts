import { provision, type Wanted } from '../../embedded/servers/provision.js'
import { cacheFolder } from '../../embedded/servers/cache.js'

const WANTED: Wanted = {
  title: 'Chromium',
  program: 'chromium',
  readVersion: (output) => /(\d+)\.\d+/.exec(output)?.[0] ?? 'unknown',
  origins: [],
  advice: 'Install Chromium, as by `apt-get install chromium`.',
}

/** The browser for tests of pages: the one on the PATH, or one that is fetched once. Throws StackError. */
export async function chromiumFile(): Promise<string> {
  const { file } = await provision(WANTED, {
    env: process.env,
    cacheDir: cacheFolder(process.env),
    isTerminal: false,
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
  })
  return file
}
