import type { WithSharedSemaphore } from '../../../runtime/concurrency/shared-semaphore.js'
import { newId } from '../../../runtime/ids.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'
import { holdWork, releaseWork } from './hold-work.js'

const ASK_EVERY_MS = 100

/** Runs work under a semaphore whose places are in the database. */
export const withSharedSemaphore: WithSharedSemaphore = async ({ work: kind, places, longestMs }, patienceMs, work) => {
  const holder = newId()
  const all = Array.from({ length: places }, (_, n) => `${kind}:${n}`)
  let mine: string | undefined
  const findPlace = async (): Promise<boolean> => {
    for (const place of all) {
      if (!(await holdWork(place, holder, longestMs))) continue
      mine = place
      return true
    }
    return false
  }
  await waitUntil(findPlace, patienceMs, ASK_EVERY_MS)
  if (mine === undefined) return null
  try {
    return { result: await work() }
  } finally {
    await releaseWork(mine, holder)
  }
}
