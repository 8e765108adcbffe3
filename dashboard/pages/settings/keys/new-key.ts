import type { Input } from '../../../api/client.js'

/** A named key to create. */
export type NewKey = Input<'POST /projects/:id/keys'>['body']

/** After how many days a new key may end; `never` for a key without an end. */
export const LIFETIMES = ['never', '30', '90', '365'] as const
export type Lifetime = (typeof LIFETIMES)[number]

const DAY_MS = 86_400_000

/** The values of the form for a new key. */
export interface KeyForm {
  name: string
  scope: NewKey['scope']
  /** The only domains that a key that sends may send from; empty for all. */
  domains: readonly string[]
  lifetime: Lifetime
}

/** The form as it begins: the least that most programs need. */
export const EMPTY_KEY_FORM: KeyForm = { name: '', scope: 'send', domains: [], lifetime: 'never' }

/** The request that a form asks for. Only a key that sends has domains. */
export function newKeyOf({ name, scope, domains, lifetime }: KeyForm, now: Date): NewKey {
  return {
    name,
    scope,
    ...(scope === 'send' && domains.length > 0 ? { domains: [...domains] } : {}),
    ...(lifetime === 'never' ? {} : { expiresAt: new Date(now.getTime() + Number(lifetime) * DAY_MS).toISOString() }),
  }
}
