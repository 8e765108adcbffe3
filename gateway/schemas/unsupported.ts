import { z } from 'zod'

/** Refuses a setting that would be stored and have no effect. */
export const unsupported = (message: string) => z.never({ error: message }).optional()
