import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PAGE_SCRIPT, PAGE_STYLE } from './reference-assets.js'

const require = createRequire(import.meta.url)

const CONTENT_TYPES = { js: 'text/javascript', css: 'text/css' } as const

const PACKAGED: Record<string, string> = {
  'swagger-ui.css': require.resolve('swagger-ui-dist/swagger-ui.css'),
  'swagger-ui-bundle.js': require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
}

const OWN: Record<string, string> = { 'reference.js': PAGE_SCRIPT, 'reference.css': PAGE_STYLE }

/** The version changes with every file of the page, so that browsers may cache the files permanently. */
export const REFERENCE_VERSION = createHash('sha256')
  .update(readFileSync(require.resolve('swagger-ui-dist/package.json')))
  .update(JSON.stringify(OWN))
  .digest('hex')
  .slice(0, 12)

/** A file of the reference page; null for an unknown name. */
export async function readReferenceFile(name: string): Promise<{ contentType: string; body: Buffer } | null> {
  const contentType = CONTENT_TYPES[name.endsWith('.css') ? 'css' : 'js']
  if (Object.hasOwn(OWN, name)) return { contentType, body: Buffer.from(OWN[name] ?? '') }
  const path = Object.hasOwn(PACKAGED, name) ? PACKAGED[name] : undefined
  return path === undefined ? null : { contentType, body: await readFile(path) }
}
