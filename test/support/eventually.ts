import { setTimeout as delay } from 'node:timers/promises'
import { withinTime } from '../../runtime/concurrency/within-time.js'

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500
const GROWTH = 1.25
// Longer than anything takes on a loaded machine.
const PATIENCE_MS = 180_000

/**
 * Reads until the value is as wanted and returns it; fails with the last value read when the time is up. The pauses
 * between grow, because reading costs time that the work waited for needs.
 */
export async function eventually<T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS)) {
    const value = await read()
    if (isWanted(value)) return value
    if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(value)} after ${timeoutMs} ms`)
    await delay(pauseMs)
  }
}

/** Reads until the value is the expected one; fails with the last value read when the time is up. */
export async function eventuallyEquals<T>(read: () => T | Promise<T>, expected: T, timeoutMs?: number): Promise<void> {
  await eventually(
    async () => read(),
    (value) => value === expected,
    timeoutMs,
  )
}

/** Resolves as `pending` does; one that does not come fails by what the test waited for, not by the test's limit. */
export function arrives<T>(pending: Promise<T>, what: string): Promise<T> {
  return withinTime(pending, PATIENCE_MS, `Waited ${PATIENCE_MS / 1_000} s for ${what}`)
}

/** Whether a number is at least this one. */
export const atLeast =
  (least: number) =>
  (value: number): boolean =>
    value >= least

/** Whether a list or a text contains this. */
export const including =
  <T>(wanted: T) =>
  (all: { includes(wanted: T): boolean }): boolean =>
    all.includes(wanted)
