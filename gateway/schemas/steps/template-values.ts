import type { z } from 'zod'
import { findLiquidFault } from '../../../mail/rendering/liquid-faults.js'

// Keys are stored as they are: MongoDB cannot take a NUL in one, nor half a surrogate pair, and the driver takes an
// object with the last for a value of its own types.
const UNFIT_KEY = /\0|\p{Surrogate}|^_bsontype$/u

/** Refuses what cannot be stored or filled in within a JSON value whose texts are templates, however deep. */
export function refuseUnfit(value: unknown, path: string[], context: Pick<z.RefinementCtx, 'addIssue'>): void {
  if (typeof value === 'string') {
    const fault = findLiquidFault(value)
    if (!fault) return
    const { message, line, column } = fault
    context.addIssue({ code: 'custom', path, message, params: { code: 'liquid_syntax', line, column } })
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
