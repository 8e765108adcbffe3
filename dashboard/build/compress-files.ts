import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

// A font or a picture is compressed by its format.
const COMPRESSED = /\.(?:woff2|png)$/

/** Writes `.br` and `.gz` beside every text of the build, so that the gateway compresses nothing while it serves. */
export function compressFiles(): Plugin {
  let folder = ''
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const assets = join(folder, 'assets')
      const names = await readdir(assets)
      await Promise.all(names.filter((name) => !COMPRESSED.test(name)).map((name) => compress(join(assets, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  await Promise.all(
    Object.entries(compressors).map(async ([suffix, run]) => writeFile(`${file}.${suffix}`, await run(bytes))),
  )
}
