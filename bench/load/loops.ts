import { setTimeout as delay } from 'node:timers/promises'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'

/** The times of a loop of requests. */
export interface LoopResult {
  seconds: number
  answersMs: number[]
}

/**
 * Makes `count` requests, `concurrency` at a time: the next begins when one is answered. `request` resolves to its ms.
 */
export async function closedLoop(
  count: number,
  concurrency: number,
  request: (n: number) => Promise<number>,
): Promise<LoopResult> {
  const answersMs: number[] = []
  const from = performance.now()
  const numbers = Array.from({ length: count }, (_, n) => n)
  await mapConcurrent(numbers, concurrency, async (n) => answersMs.push(await request(n)))
  return { seconds: (performance.now() - from) / 1_000, answersMs }
}

/**
 * Makes requests at a constant rate until `isOver`, whether or not the earlier ones are answered. The times count from
 * the moment at which a request was due, so that a late request is measured with its delay.
 */
export async function openLoop(
  perSecond: number,
  isOver: (seconds: number) => boolean,
  request: (n: number) => Promise<unknown>,
): Promise<LoopResult> {
  const answersMs: number[] = []
  const running: Promise<void>[] = []
  const failures: unknown[] = []
  const from = performance.now()
  const dueAt = (n: number): number => from + (n * 1_000) / perSecond
  const make = async (n: number): Promise<void> => {
    try {
      await request(n)
      answersMs.push(performance.now() - dueAt(n))
    } catch (error) {
      failures.push(error)
    }
  }
  for (let n = 0; failures.length === 0 && !isOver((performance.now() - from) / 1_000); n += 1) {
    const waitMs = dueAt(n) - performance.now()
    if (waitMs >= 1) await delay(waitMs)
    running.push(make(n))
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  return { seconds: (performance.now() - from) / 1_000, answersMs }
}
