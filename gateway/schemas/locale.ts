import { z } from 'zod'

/** A language tag such as `pt-BR`; `pt_BR` is accepted too. */
export const Locale = z
  .string()
  .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/, { error: 'Enter a language tag, such as pt-BR' })
