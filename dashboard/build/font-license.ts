import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const LICENSE = new URL('../fonts/OFL.txt', import.meta.url)

/** Adds the licence of the font to that of the packages in `fileName`: the font is a file of this folder. */
export function addFontLicense(fileName: string): Plugin {
  return {
    name: 'add-font-license',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const list = bundle[fileName]
        if (list?.type !== 'asset') this.error(`The build has no file ${fileName}.`)
        list.source = `${list.source.toString()}\n## Geist (OFL-1.1)\n\n${readFileSync(LICENSE, 'utf8').trim()}\n`
      },
    },
  }
}
