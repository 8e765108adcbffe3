import { z } from 'zod'
import { withoutEnd } from '../without-end.js'

/** The text that the table of settings shows instead of a default, if the default would not help a reader. */
declare module 'zod' {
  interface GlobalMeta {
    preset?: string
  }
}

/** `true` or `false`. */
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** One of the given words. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}

/** Items between commas. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/** A whole number from `least` to `most`. */
export function whole(least = 0, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const message = `must be a whole number ${range}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}

/** A number from `least` to `most`, fractions included. */
export function between(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`
  return z.coerce.number(message).min(least, message).max(most, message)
}

/** A number above zero. */
export function positive() {
  const message = 'must be a number above 0'
  return z.coerce.number(message).positive(message)
}

const NO_ORIGIN = 'must be an address that begins with http:// or https://'
const Address = z.url({ protocol: /^https?$/, error: NO_ORIGIN })

/** The address of an HTTP server, without a slash at its end. */
export const origin = Address.transform((value) => withoutEnd(value, '/'))

/** Origins between commas. */
export const origins = list.pipe(z.array(Address.transform((value) => new URL(value).origin)))
