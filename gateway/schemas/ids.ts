import { z } from 'zod'
import type { ResourceKind } from '../../models/domain/errors.js'

declare module 'zod' {
  interface GlobalMeta {
    /** The kind of resource that an id in a path names. */
    resource?: ResourceKind
  }
}

/** The ids in the examples of the reference; each names the same resource in all examples. */
export const EXAMPLE_IDS = {
  contact: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d11',
  template: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d12',
  campaign: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d13',
  segment: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d14',
  workflow: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d15',
  step: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d16',
  nextStep: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d17',
  transition: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d18',
  execution: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d19',
  email: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1a',
  event: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1b',
  domain: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1c',
  project: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1d',
  member: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1e',
  job: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d1f',
  upload: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d20',
  user: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d21',
  session: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d22',
  invitation: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d23',
  key: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d24',
  testAddress: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d27',
  notification: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d25',
  view: '0199f2a4-6c1e-7d30-9b52-3f8e1c7a4d26',
} as const

/**
 * An id in a path, and the kind of its resource. A malformed id is answered with 404 like an unknown one instead of a
 * validation error, so the schema accepts any text, and the kind selects the error code.
 */
export function resourceId(resource: ResourceKind): z.ZodString {
  return z.string().meta({ resource, format: 'uuid', ...exampleFor(resource) })
}

function exampleFor(resource: ResourceKind): { examples?: string[] } {
  return resource === 'route' || resource === 'identity' ? {} : { examples: [EXAMPLE_IDS[resource]] }
}

/** An id in an answer. */
export function idOf(kind: keyof typeof EXAMPLE_IDS): z.ZodUUID {
  return z.uuid().meta({ examples: [EXAMPLE_IDS[kind]] })
}

/** An id in a body or a query. */
export const Id = z.uuid().toLowerCase()
