import { v7 } from 'uuid'

/** A new id: UUIDv7, so that ids sort by the time they were made and indexes grow at their end. */
export function newId(): string {
  return v7()
}
