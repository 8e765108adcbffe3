import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'

/** A session of the user. */
export type Session = Answer<'GET /auth/sessions'>[number]

/** The sessions of the user. */
export const sessionsQuery = read('GET /auth/sessions', {})
