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
 * The facts of a spool file, and how many of its lines are broken, as the last line is after a crash or on a full disk.
 */
export function readLines(text: string): { facts: EngagementFact[]; broken: number } {
  const lines = text.split('\n').filter(Boolean)
  const facts = lines.map(readLine).filter((fact) => fact !== null)
  return { facts, broken: lines.length - facts.length }
}

function readLine(line: string): EngagementFact | null {
  try {
    return SpooledFact.parse(JSON.parse(line))
  } catch {
    return null
  }
}
