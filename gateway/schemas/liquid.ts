import { z } from 'zod'
import { checkSyntax } from '../../models/rendering/compile.js'

const MAX_SUBJECT_LENGTH = 998
const MAX_BODY_LENGTH = 2 * 1024 * 1024

/** A subject in Liquid: one line of 1 to 998 characters (RFC 5322 2.1.1). */
export const LiquidSubject = z
  .string()
  .min(1)
  .max(MAX_SUBJECT_LENGTH)
  .regex(/^[^\r\n]*$/, { error: 'A subject has no line breaks' })
  .superRefine(refuseBadSyntax)
  .meta({ format: 'liquid' })

/** A body in Liquid, up to 2 MB of HTML. */
export const LiquidBody = z
  .string()
  .min(1)
  .max(MAX_BODY_LENGTH, { abort: true })
  .superRefine(refuseBadSyntax)
  .meta({ format: 'liquid' })

function refuseBadSyntax(source: string, context: z.RefinementCtx<string>): void {
  const fault = checkSyntax(source)
  if (!fault) return
  const { message, line, column } = fault
  context.addIssue({ code: 'custom', message, params: { code: 'liquid_syntax', line, column } })
}
