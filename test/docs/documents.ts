import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Every Markdown file of the project, by its path from the project's folder. */
export const DOCUMENTS = ['', 'docs/', 'test/', 'deploy/'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: folder !== '', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}${file}`),
)

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm

/** A document's text as it stands in the tree. */
export function readDocument(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8')
}

/** The blocks of a document in one language, such as `sh`, in their order. */
export function codeBlocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, name, code]) => (name === language && code ? [code] : []))
}

/** The document without its blocks of code. */
export function prose(markdown: string): string {
  return markdown.replaceAll(FENCE, '')
}

/** The part of a document under a heading of the second or third level, up to the next one of this level or above. */
export function section(markdown: string, heading: string): string {
  const isSecond = markdown.includes(`\n## ${heading}\n`)
  const [, after = ''] = markdown.split(`\n${isSecond ? '##' : '###'} ${heading}\n`)
  return after.split(isSecond ? /\n## / : /\n##?#? /)[0] ?? ''
}
