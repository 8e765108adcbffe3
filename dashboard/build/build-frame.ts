import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The word in the page for messages that the address of its script replaces. */
const SCRIPT = 'SCRIPT_OF_THE_FRAME'

/**
 * Builds the page that shows messages. Its script is a classic script: a page without an origin may not load a module
 * from the gateway.
 */
export function buildFrame(): Plugin {
  let [root, base] = ['', '']
  return {
    name: 'build-frame',
    apply: 'build',
    configResolved(config) {
      ;({ root, base } = config)
    },
    async generateBundle() {
      const script = await bundled(join(root, 'frame', 'frame.ts'))
      this.emitFile({ type: 'asset', fileName: script.fileName, source: script.code })
      const page = await readFile(join(root, 'frame', 'frame.html'), 'utf8')
      const source = page.replace(SCRIPT, base + script.fileName)
      this.emitFile({ type: 'asset', fileName: 'frame.html', source })
    },
  }
}

async function bundled(input: string): Promise<Rolldown.OutputChunk> {
  const output = { format: 'iife', entryFileNames: 'assets/frame-[hash].js' } as const
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, output },
    },
  })
  const [chunk] = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The script of the page for messages was not built')
  return chunk
}
