import { z } from 'zod'

/** A boolean in a query, which has `true` and `false` as texts. */
export const QueryBoolean = z.stringbool({ truthy: ['true'], falsy: ['false'] })

/** A switch in a query that is off unless the request turns it on. */
export function querySwitch(description: string) {
  return QueryBoolean.default(false).meta({ override: { type: 'boolean', default: false }, description })
}
