import { changeEach } from '../../commands/base/listing/change-each.js'
import { defineEndpoint, type AnyEndpoint } from '../http/endpoint.js'
import { userIdOf } from '../http/access.js'
import type { Config } from '../../runtime/config.js'
import { BulkIds, BulkResponse } from '../schemas/bulk.js'
import { EXAMPLE_IDS } from '../schemas/ids.js'

/** The bulk changes of a list, and what each does to a record. */
export type BulkOperation = 'archive' | 'restore' | 'delete'

/** One record of a bulk change. */
export interface BulkTarget {
  projectId: string
  id: string
  authorId: string | null
  config: Config
}

/** A bulk change of a list. */
export interface BulkDeclaration {
  resource: 'campaign' | 'template' | 'workflow'
  operation: BulkOperation
  /** The difference from the change of one record that the reference explains. */
  does: string
  envelope?: 'bare' | 'success'
  change: (target: BulkTarget) => Promise<unknown>
}

const VERBS: Record<BulkOperation, string> = { archive: 'Archive', restore: 'Restore', delete: 'Delete' }

/** Declares the endpoint that changes up to a hundred records, and answers what happened to each. */
export function bulkEndpoint({ resource, operation, does, envelope = 'bare', change }: BulkDeclaration): AnyEndpoint {
  const name = `${resource.charAt(0).toUpperCase()}${resource.slice(1)}s`
  return defineEndpoint({
    operationId: `bulk${VERBS[operation]}${name}`,
    method: 'post',
    path: `/${resource}s/bulk-${operation}`,
    access: 'project',
    effect: 'keeps',
    summary: `${VERBS[operation]} many ${resource}s`,
    description: `Takes up to 100 ids and returns the result of each. One that cannot be changed does not stop the others. ${does}`,
    example: { body: { ids: [EXAMPLE_IDS[resource]] } },
    request: { body: BulkIds },
    response: BulkResponse,
    envelope,
    errors: ['VALIDATION_ERROR'],
    async handle({ body }, { projectId, caller, services }) {
      const authorId = userIdOf(caller)
      const { config } = services
      return { results: await changeEach(body.ids, (id) => change({ projectId, id, authorId, config })) }
    },
  })
}
