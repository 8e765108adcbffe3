import { ApiError } from './api-error.js'

const IDLE_MS = 5 * 60_000
const IDLE_FACTOR = 6

let lastInput = Date.now()
for (const type of ['pointerdown', 'keydown', 'focus']) {
  window.addEventListener(type, () => (lastInput = Date.now()), { capture: true, passive: true })
}

/**
 * The interval of a query that polls: slower once nobody has touched the page for minutes. A hidden page does not poll.
 */
export function every(ms: number): () => number {
  return () => (Date.now() - lastInput > IDLE_MS ? ms * IDLE_FACTOR : ms)
}

/** The same, until the API says that there is no such thing. */
export function everyWhileThere(ms: number): (query: { state: { error: unknown } }) => number | false {
  return ({ state: { error } }) => (error instanceof ApiError && error.status === 404 ? false : every(ms)())
}

/** When the page was last touched. */
export function lastInputAt(): number {
  return lastInput
}
