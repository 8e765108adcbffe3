import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from '../../../runtime/program-files.js'

/** The word in the built page that the nonce of an answer takes the place of. */
export const PAGE_NONCE = 'NONCE_OF_THE_PAGE'

/** An encoding that the build has compressed texts in, the smaller one first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A file that the page loads. */
export interface Asset {
  contentType: string
  plain: Buffer
  /** Whether a page without an origin loads it, as that of messages does. */
  isForAnyOrigin: boolean
  encoded: Partial<Record<Encoding, Buffer>>
}

/** The built dashboard, in memory: it is smaller than a megabyte, and a name can only be that of one of its files. */
export interface DashboardBundle {
  page: string
  /** The page in which messages are shown; null in a folder without one. */
  frame: string | null
  assets: ReadonlyMap<string, Asset>
}

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  // The licences of what the dashboard is made of.
  '.md': 'text/markdown',
}
// The script of the page for messages, which has no origin.
const FOR_ANY_ORIGIN = /^frame-[\w-]+\.js$/
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** The content types of all assets. */
export const ASSET_TYPES = Object.values(CONTENT_TYPES)

// `npm run build` puts the dashboard beside the compiled code.
const BUILT = fileURLToPath(programFile('dashboard/'))

const loaded = new Map<string, Promise<DashboardBundle | null>>()

/** The dashboard that was built into `folder`, or beside the code; null if there is none. It is read once. */
export function dashboardBundle(folder: string = BUILT): Promise<DashboardBundle | null> {
  const known = loaded.get(folder)
  if (known) return known
  const loading = load(folder)
  loaded.set(folder, loading)
  // The next request tries again after a fault of the disk.
  loading.catch(() => loaded.delete(folder))
  return loading
}

async function load(folder: string): Promise<DashboardBundle | null> {
  const names = await readdir(join(folder, 'assets')).catch(absent)
  if (!names) return null
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const frame = await readFile(join(folder, 'frame.html'), 'utf8').catch(absent)
  const assets = new Map<string, Asset>()
  for (const name of names) {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) continue
    const read = (suffix: string): Promise<Buffer> => readFile(join(folder, 'assets', name + suffix))
    const encoded: Asset['encoded'] = {}
    for (const encoding of ENCODINGS) {
      if (names.includes(name + SUFFIXES[encoding])) encoded[encoding] = await read(SUFFIXES[encoding])
    }
    assets.set(name, { contentType, plain: await read(''), encoded, isForAnyOrigin: FOR_ANY_ORIGIN.test(name) })
  }
  return { page, frame, assets }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
