import { addressParser } from 'postal-mime'

/** The bare addresses in a header or a list such as `Ada <ada@example.com>, bob@example.com`. */
export function bareAddresses(list: string): string[] {
  if (!list) return []
  // Most lists are one bare address, for which the parser is slow under load.
  if (/^[^\s"<>,;:()]+$/.test(list)) return [list]
  return addressParser(list, { flatten: true }).flatMap((address) => (address.address ? [address.address] : []))
}

/** The addresses in a header, one by one, each with its display name. */
export function splitAddresses(list: string): string[] {
  if (!list.includes(',')) return [list]
  return addressParser(list, { flatten: true }).flatMap(({ name, address }) => {
    if (!address) return []
    return [name ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : address]
  })
}
