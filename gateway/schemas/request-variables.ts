import type { z } from 'zod'
import type { DataPatch } from '../../models/domain/data.js'

const KB = 1024
const MAX_BYTES = 256 * KB

/** The fields of a send that are neither content nor recipients. A field with a fault of its own may hold any value. */
interface Variables {
  data?: Partial<DataPatch>
  headers?: unknown
  tags?: unknown
  from?: unknown
  name?: unknown
  reply?: unknown
}

/**
 * Refuses a send whose variables are larger than 256 KB together, as JSON in UTF-8, and names the largest of them.
 * Values that only remove a field of the contact do not count, because no email holds them.
 */
export function refuseLargeVariables(body: Variables, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const { data, headers, tags, from, name, reply } = body
  const largest = { data: sizeOf({ ...data?.set, ...data?.oneOff }), headers: sizeOf(headers), tags: sizeOf(tags) }
  const total = Object.values(largest).reduce((sum, bytes) => sum + bytes, sizeOf([from, name, reply]))
  if (total <= MAX_BYTES) return
  const [[field] = ['data']] = Object.entries(largest).toSorted(([, a], [, b]) => b - a)
  const message = `Data, headers, tags and sender are at most ${MAX_BYTES / KB} KB together as JSON`
  context.addIssue({ code: 'custom', path: [field], message, params: { code: 'too_big' } })
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}
