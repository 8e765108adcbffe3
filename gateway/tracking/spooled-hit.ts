import { z } from 'zod'
import type { NumberedHit } from './hit.js'

const AnyHit = z.object({
  projectId: z.string(),
  emailId: z.string(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  isMachine: z.boolean(),
  agent: z.string(),
  isProbe: z.boolean(),
  source: z.string(),
  number: z.int().nonnegative(),
})

const SpooledHit = z.discriminatedUnion('kind', [
  AnyHit.extend({ kind: z.literal('opened') }),
  AnyHit.extend({ kind: z.literal('clicked'), link: z.string() }),
])

/** A hit as one line of a spool file. */
export function writeLine(hit: NumberedHit): Buffer {
  return Buffer.from(`${JSON.stringify(hit)}\n`)
}

/**
 * The hits of a spool file, and the number of broken lines: the last one after a crash or on a full disk, and any one
 * on a failing disk, which may join a broken line and the complete line after it.
 */
export function readLines(text: string): { hits: NumberedHit[]; broken: number } {
  const lines = text.split('\n').filter(Boolean)
  const hits = lines.map(readLine).filter((hit) => hit !== null)
  return { hits, broken: lines.filter((line) => beginOf(line) !== 0 || readLine(line) === null).length }
}

function readLine(line: string): NumberedHit | null {
  try {
    return SpooledHit.parse(JSON.parse(line.slice(beginOf(line))))
  } catch {
    return null
  }
}

// The JSON of a hit contains no inner object, and a quotation mark in its texts never follows a brace directly, because
// a backslash escapes it.
function beginOf(line: string): number {
  return line.lastIndexOf('{"')
}
