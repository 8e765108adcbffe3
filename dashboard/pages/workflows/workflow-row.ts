import type { Answer } from '../../api/client.js'

/** A workflow of the list. */
export type WorkflowRow = Answer<'GET /workflows'>['data'][number]
