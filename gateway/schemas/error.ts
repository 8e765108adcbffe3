import { z } from 'zod'

/** A fault of one field; `field` is a dotted path, empty for the body itself. */
const FieldErrorResponse = z
  .object({
    field: z.string(),
    message: z.string(),
    code: z.string(),
    received: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    line: z.int().optional(),
    column: z.int().optional(),
    suggestion: z.string().optional(),
    stepId: z.string().optional().meta({ description: 'The workflow step with the error.' }),
  })
  .meta({
    id: 'FieldError',
    description: 'An error of one field. `field` is a dotted path, empty for the body itself.',
  })

/** The body of every error; the reference lists the possible codes at each answer. */
export const ErrorResponse = z
  .object({
    success: z.literal(false),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        statusCode: z.int(),
        requestId: z.string(),
        errors: z.array(FieldErrorResponse).optional(),
        details: z.record(z.string(), z.unknown()).optional(),
        suggestion: z.string().optional(),
      })
      .meta({ id: 'ErrorContent' }),
    timestamp: z.iso.datetime(),
  })
  .meta({ id: 'Error' })

/** The error body for a missing required field and other bad requests, at endpoints that declare it. */
export const PlainErrorResponse = z.object({ error: z.string() }).meta({ id: 'PlainError' })
