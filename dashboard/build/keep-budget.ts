import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const KB = 1024
/** What the first page loads at most, compressed: the entry, what it imports, and its styles. */
const FIRST_PAGE_BYTES = 170 * KB
/** What any page loads beside that, unless it is listed here. */
const PAGE_BYTES = 40 * KB
const PAGES: Record<string, number> = {
  // The library that draws the graphs of workflows, for their editor and their executions.
  canvas: 95 * KB,
  // The editor of code, with the languages that it knows; only pages that write code load it.
  'editor-extensions': 225 * KB,
}

/** Fails the build when the first page or a chunk that is loaded later weighs more than its budget. */
export function keepBudget(): Plugin {
  return {
    name: 'keep-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = firstPage(chunks, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))
      const bytes = sum([...first].map((chunk) => weigh(chunk, bundle)))
      const faults = bytes > FIRST_PAGE_BYTES ? [`the first page: ${kb(bytes)} of ${kb(FIRST_PAGE_BYTES)}`] : []
      for (const chunk of chunks.filter((one) => !first.has(one))) {
        const [size, most] = [weigh(chunk, bundle), PAGES[chunk.name] ?? PAGE_BYTES]
        if (size > most) faults.push(`${chunk.name}: ${kb(size)} of ${kb(most)}`)
      }
      this.info(`first page: ${kb(bytes)} compressed, of ${kb(FIRST_PAGE_BYTES)}`)
      if (faults.length > 0)
        this.error(`More than the budget of dashboard/build/keep-budget.ts:\n  ${faults.join('\n  ')}`)
    },
  }
}

type Chunk = Rolldown.OutputChunk

/** The entries with all chunks that they import before anything is shown. */
function firstPage(chunks: Chunk[], byName: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const chunk of chunks.filter((one) => one.isEntry)) add(chunk)
  return found
}

/** A chunk with its own styles. */
function weigh({ code, viteMetadata }: Chunk, bundle: Rolldown.OutputBundle): number {
  const styles = [...(viteMetadata?.importedCss ?? [])].flatMap((name) => {
    const file = bundle[name]
    return file?.type === 'asset' ? gzipSync(file.source).length : []
  })
  return gzipSync(code).length + sum(styles)
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} KB`
