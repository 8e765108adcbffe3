import { v7 } from 'uuid'

/** A new UUIDv7: ids sort by creation time, so that indexes grow at their end. */
export function newId(): string {
  return v7()
}

/** When a UUIDv7 was made, in milliseconds since 1970: its first 48 bits (RFC 9562 5.7). */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
