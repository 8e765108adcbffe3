import { z } from 'zod'

/** What is wrong with one field; `field` is a dotted path, empty for the body itself. */
const FieldErrorResponse = z
  .object({
    field: z.string(),
    message: z.string(),
    code: z.string(),
    received: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    line: z.int().optional(),
    column: z.int().optional(),
  })
  .meta({ id: 'FieldError', description: 'What is wrong with one field; `field` is a dotted path.' })

/** The body of every error. */
export const ErrorResponse = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    statusCode: z.int(),
    requestId: z.string(),
    errors: z.array(FieldErrorResponse).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    suggestion: z.string().optional(),
  }),
  timestamp: z.iso.datetime(),
})

/** The body of a missing required field, and of other bad requests, where an endpoint declares it. */
export const PlainErrorResponse = z.object({ error: z.string() }).meta({ id: 'PlainError' })
