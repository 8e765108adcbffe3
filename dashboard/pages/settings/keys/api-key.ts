import type { Answer } from '../../../api/client.js'

/** A named key of the project. */
export type ApiKey = Answer<'GET /projects/:id/keys'>[number]
