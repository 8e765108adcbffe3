import type { Answer } from '../../api/client.js'
import { read } from '../../api/query.js'

/** A place where the user is signed in. */
export type Session = Answer<'GET /auth/sessions'>[number]

/** The places where the user is signed in. */
export const sessionsQuery = read('GET /auth/sessions', {})
