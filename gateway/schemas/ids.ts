import { z } from 'zod'
import type { ResourceKind } from '../../models/domain/errors.js'

declare module 'zod' {
  interface GlobalMeta {
    /** The kind of thing that an id in a path names. */
    resource?: ResourceKind
  }
}

/**
 * An id in a path, and what it names. A malformed one is no validation failure: it answers 404 like an unknown
 * one, so the schema takes any text and the kind tells which 404.
 */
export function resourceId(resource: ResourceKind): z.ZodString {
  return z.string().meta({ resource, format: 'uuid' })
}

/** An id in a body or a query. */
export const Id = z.uuid().toLowerCase()
