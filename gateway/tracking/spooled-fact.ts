import { z } from 'zod'
import type { EngagementFact } from '../../models/domain/email-facts.js'

const Hit = z.object({
  projectId: z.string(),
  emailId: z.string(),
  at: z.iso.datetime().transform((at) => new Date(at)),
  key: z.string(),
  messageId: z.string().nullable(),
  isMachine: z.boolean(),
})

const SpooledFact = z.discriminatedUnion('kind', [
  Hit.extend({ kind: z.literal('opened') }),
  Hit.extend({ kind: z.literal('clicked'), link: z.string() }),
])

/** An open or a click as one line of a spool file. */
export function writeLine(fact: EngagementFact): Buffer {
  return Buffer.from(`${JSON.stringify(fact)}\n`)
}

/**
 * The facts of a spool file, and how many of its lines are broken: the last one after a crash or on a full disk, and any
 * on a failing disk, which may join a line that is broken to the whole one after it.
 */
export function readLines(text: string): { facts: EngagementFact[]; broken: number } {
  const lines = text.split('\n').filter(Boolean)
  const facts = lines.map(readLine).filter((fact) => fact !== null)
  return { facts, broken: lines.filter((line) => beginOf(line) !== 0 || readLine(line) === null).length }
}

function readLine(line: string): EngagementFact | null {
  try {
    return SpooledFact.parse(JSON.parse(line.slice(beginOf(line))))
  } catch {
    return null
  }
}

// A fact holds no object, and no quotation mark in its texts follows a brace directly: a backslash escapes it.
function beginOf(line: string): number {
  return line.lastIndexOf('{"')
}
