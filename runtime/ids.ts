import { v7 } from 'uuid'

/** A new UUIDv7: ids sort by creation time, so that indexes grow at their end. */
export function newId(): string {
  return v7()
}
