import type { z } from 'zod'
import { findLiquidFault } from '../../../mail/rendering/liquid-faults.js'

// Keys are stored unchanged: MongoDB accepts neither a NUL nor half a surrogate pair in one, and the driver reads an
// object with the key `_bsontype` as a value of its own types.
const UNFIT_KEY = /\0|\p{Surrogate}|^_bsontype$/u

/** Refuses keys that cannot be stored and templates that do not parse, at any depth of a JSON value. */
export function refuseUnfit(value: unknown, path: string[], context: Pick<z.RefinementCtx, 'addIssue'>): void {
  if (typeof value === 'string') {
    const fault = findLiquidFault(value)
    if (!fault) return
    const { message, ...place } = fault
    context.addIssue({ code: 'custom', path, message, params: { code: 'liquid_syntax', ...place } })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const below = [...path, key]
      if (UNFIT_KEY.test(key)) {
        const message = 'This key cannot be stored'
        context.addIssue({ code: 'custom', path: below, message, params: { code: 'invalid_string' } })
      }
      refuseUnfit(item, below, context)
    }
  }
}
