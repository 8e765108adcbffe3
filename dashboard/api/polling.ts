import { ApiError } from './api-error.js'

const IDLE_MS = 5 * 60_000
const IDLE_FACTOR = 6

let lastInput = Date.now()
for (const type of ['pointerdown', 'keydown', 'focus']) {
  window.addEventListener(type, () => (lastInput = Date.now()), { capture: true, passive: true })
}

/**
 * The interval of a query that polls: slower after minutes without input from the user. A hidden page does not poll.
 */
export function every(ms: number): () => number {
  return () => (Date.now() - lastInput > IDLE_MS ? ms * IDLE_FACTOR : ms)
}

/** The same interval, until the API answers that the record does not exist. */
export function everyWhileThere(ms: number): (query: { state: { error: unknown } }) => number | false {
  return ({ state: { error } }) => (error instanceof ApiError && error.status === 404 ? false : every(ms)())
}

/** The time of the last input on the page. */
export function lastInputAt(): number {
  return lastInput
}
