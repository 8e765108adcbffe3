import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { takeRandomBytes } from './random-bytes.js'

const PLACE_DIGITS = 4
const RANDOM_BYTES = 16

let latestMs = 0
let sequence = 0

/**
 * A new UUIDv7. Ids sort by creation time, so that indexes grow at their end. The ids of one process also sort within a
 * millisecond (RFC 9562, 6.2, method 1). The package could do this too, but with a system call for the random bits of
 * each id.
 */
export function newId(): string {
  const random = takeRandomBytes(RANDOM_BYTES)
  const now = Date.now()
  if (now > latestMs) {
    latestMs = now
    // The highest bit is 0, so that the sequence has room to grow.
    sequence = random.readUInt32BE(0) >>> 1
  } else sequence += 1
  return v7({ random, msecs: latestMs, seq: sequence })
}

/**
 * Derives a UUIDv7 from a time and a key. Its random bits are a hash of the key, so that the same time and key always
 * have the same id.
 */
export function derivedId(time: Date, key: string): string {
  return v7({ msecs: time.getTime(), random: createHash('sha256').update(key).digest() })
}

/**
 * The id of one place of a batch: the base id of the batch with the place as its last four hex digits. The same place
 * always has the same id, and the ids of a batch form a range. A base id has 65,536 places.
 */
export function idAtPlace(baseId: string, place: number): string {
  return baseId.slice(0, -PLACE_DIGITS) + place.toString(16).padStart(PLACE_DIGITS, '0')
}

/** The place of an id of `idAtPlace` in its batch. */
export function placeIn(id: string): number {
  return Number.parseInt(id.slice(-PLACE_DIGITS), 16)
}
