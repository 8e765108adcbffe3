import type { z } from 'zod'
import type { DataPatch } from '../../models/domain/data.js'

const KB = 1024
const MAX_BYTES = 256 * KB

/** The fields of a send without a short limit of their own. A field with another fault may hold any value. */
interface Variables {
  data?: Partial<DataPatch>
  headers?: unknown
  tags?: unknown
}

/**
 * Refuses a send whose variables are larger than 256 KB together, as JSON in UTF-8, and names the largest of them.
 * Values that only remove a field of the contact do not count, because no email holds them.
 */
export function refuseLargeVariables(body: Variables, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const { data, headers, tags } = body
  const sizes = { data: sizeOf({ ...data?.set, ...data?.oneOff }), headers: sizeOf(headers), tags: sizeOf(tags) }
  if (sizes.data + sizes.headers + sizes.tags <= MAX_BYTES) return
  const [[field] = ['data']] = Object.entries(sizes).toSorted(([, a], [, b]) => b - a)
  const message = `data, headers and tags can be at most ${MAX_BYTES / KB} KB in total as JSON`
  context.addIssue({ code: 'custom', path: [field], message, params: { code: 'too_big' } })
}

function sizeOf(value: unknown): number {
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return isEmpty ? 0 : Buffer.byteLength(JSON.stringify(value))
}
