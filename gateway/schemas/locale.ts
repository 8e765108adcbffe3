import { z } from 'zod'

/** A language tag such as `pt-BR`; `pt_BR` is accepted too. */
export const Locale = z
  .string()
  .regex(/^[a-z]{2,8}([-_][a-z\d]{1,8}){0,4}$/i, { error: 'Not a language tag such as pt-BR' })
