import { z } from 'zod'

/** A language tag such as `pt-BR`; the underscore of `pt_BR` does as well. */
export const Locale = z
  .string()
  .regex(/^[a-z]{2,8}([-_][a-z\d]{1,8}){0,4}$/i, { error: 'Not a language tag such as pt-BR' })
