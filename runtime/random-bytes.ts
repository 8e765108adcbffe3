import { randomBytes } from 'node:crypto'

const SUPPLY_BYTES = 4_096

let supply = Buffer.alloc(0)

/** A few random bytes out of a supply: the system is not asked for each of a hundred thousand nonces. */
export function takeRandomBytes(count: number): Buffer {
  if (supply.length < count) supply = randomBytes(Math.max(count, SUPPLY_BYTES))
  const taken = supply.subarray(0, count)
  supply = supply.subarray(count)
  return taken
}
