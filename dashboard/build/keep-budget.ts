import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const KB = 1024
/** The budget of the first page, compressed: the entry, its imports, its styles and the font of its text. */
const FIRST_PAGE_BYTES = 170 * KB
/** The font that each page loads. Browsers load the other files of the font only for characters that they contain. */
const FIRST_FONT = /geist-latin-[\w-]{8}\.woff2$/
/** The scripts of the first page: a browser loads no more than six files of a server at once by HTTP/1.1. */
const FIRST_PAGE_SCRIPTS = 4
/** The budget of any other page, or of a part, beside the chunk that imports it. Exceptions are listed below. */
const PAGE_BYTES = 40 * KB

interface Budget {
  bytes: number
  /** Parts that the page imports on demand and shows immediately. */
  parts?: readonly string[]
}

const BUDGETS: Readonly<Record<string, Budget>> = {
  'editor-page': { bytes: 97 * KB, parts: ['canvas'] },
  'execution-page': { bytes: 95 * KB, parts: ['canvas'] },
  canvas: { bytes: 95 * KB },
  // The source of a message, with the editor of code.
  'source-pane': { bytes: 225 * KB, parts: ['codemirror'] },
  // The editor of code, with the languages that it knows, alone and beside another text.
  codemirror: { bytes: 225 * KB },
  comparison: { bytes: 225 * KB },
  // The visual editor of messages. The code editor is loaded only where code is written.
  'write-pane': { bytes: 110 * KB },
  // A page that also writes messages, beside the audience and the time of a campaign.
  composer: { bytes: 250 * KB, parts: ['source-pane', 'codemirror'] },
}

/** A part that every page loads once it is shown, so that no page has to wait for it. */
const LOADED_AFTERWARDS = 'dialog-window'

type Chunk = Rolldown.OutputChunk

/**
 * Fails the build when the first page, or the scripts that another page needs before it can be used, exceed their
 * budget. A page loads its own chunk with all its imports; so does a part that is loaded on demand.
 */
export function keepBudget(): Plugin {
  return {
    name: 'keep-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const first = loadedWith(
        chunks.filter(({ isEntry }) => isEntry),
        byFile,
      )
      const weights = new Map(chunks.map((chunk) => [chunk, weigh(chunk, bundle)]))
      const sum = (loaded: Iterable<Chunk>): number =>
        [...loaded].reduce((total, chunk) => total + (weights.get(chunk) ?? 0), 0)
      const present = loadedWith([...first, ...chunks.filter(({ name }) => name === LOADED_AFTERWARDS)], byFile)
      const onDemand = chunks.filter((chunk) => chunk.isDynamicEntry && !first.has(chunk))
      const pages = onDemand.map((chunk) => {
        const { bytes, parts = [] } = BUDGETS[chunk.name] ?? { bytes: PAGE_BYTES }
        const shown = [chunk, ...onDemand.filter(({ name }) => parts.includes(name))]
        const known = chunk.name === LOADED_AFTERWARDS ? first : present
        const loaded = [...loadedWith(shown, byFile)].filter((one) => !known.has(one))
        const askedBy = chunks.filter(({ dynamicImports }) => dynamicImports.includes(chunk.fileName))
        const sizes = askedBy.map((one) => {
          const before = loadedWith([one], byFile)
          return sum(loaded.filter((other) => !before.has(other)))
        })
        return { name: chunk.name, size: Math.max(...sizes), most: bytes }
      })
      const font = Object.values(bundle).find(({ fileName }) => FIRST_FONT.test(fileName))
      if (font?.type !== 'asset') this.error('The font of the first page is missing.')
      const all = [{ name: 'first page', size: sum(first) + font.source.length, most: FIRST_PAGE_BYTES }, ...pages]
      const shown = all.filter(({ name }) => name === 'first page' || name === LOADED_AFTERWARDS || BUDGETS[name])
      this.info(shown.map(toText).join(', '))
      const errors = all.filter(({ size, most }) => size > most).map(toText)
      if (first.size > FIRST_PAGE_SCRIPTS) errors.push(`first page: ${first.size} of ${FIRST_PAGE_SCRIPTS} scripts`)
      if (errors.length > 0)
        this.error(`More than the budget of dashboard/build/keep-budget.ts:\n  ${errors.join('\n  ')}`)
    },
  }
}

/** Chunks with all their static imports. */
function loadedWith(chunks: readonly Chunk[], byFile: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(byFile.get(file))
  }
  for (const chunk of chunks) add(chunk)
  return found
}

/** A chunk with its own styles. */
function weigh({ code, viteMetadata }: Chunk, bundle: Rolldown.OutputBundle): number {
  const styles = [...(viteMetadata?.importedCss ?? [])].map((name) => {
    const file = bundle[name]
    return file?.type === 'asset' ? gzipSync(file.source).length : 0
  })
  return styles.reduce((total, one) => total + one, gzipSync(code).length)
}

function toText({ name, size, most }: { name: string; size: number; most: number }): string {
  return `${name}: ${(size / KB).toFixed(1)} of ${(most / KB).toFixed(0)} KB`
}
