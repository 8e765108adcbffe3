import { createHash } from 'node:crypto'
import { v7 } from 'uuid'

const PLACE_DIGITS = 4

/** A new UUIDv7: ids sort by creation time, so that indexes grow at their end. */
export function newId(): string {
  return v7()
}

/**
 * The UUIDv7 that derives from a time and a key: its random bits are a hash of the key, so that the same time and key
 * always have the same id.
 */
export function derivedId(time: Date, key: string): string {
  return v7({ msecs: time.getTime(), random: createHash('sha256').update(key).digest() })
}

/**
 * The id of one place of a batch: the base id of the batch with the place as its last digits. The same place always has
 * the same id, and the ids of a batch are a range. A base id has 65,536 places.
 */
export function idAtPlace(baseId: string, place: number): string {
  return baseId.slice(0, -PLACE_DIGITS) + place.toString(16).padStart(PLACE_DIGITS, '0')
}

/** The place of such an id in its batch. */
export function placeIn(id: string): number {
  return Number.parseInt(id.slice(-PLACE_DIGITS), 16)
}
