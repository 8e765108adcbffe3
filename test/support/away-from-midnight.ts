import { setTimeout as delay } from 'node:timers/promises'

const DAY_MS = 86_400_000
const LAST_MS = 60_000

/**
 * Lets no test of a `describe` begin in the last minute of a day in UTC: it would count in one day, or one month, and
 * read in another. It cannot set its clock to an hour that suits, because the database has a clock of its own.
 */
export function awayFromMidnight(): void {
  beforeEach('away from midnight', async () => {
    const leftMs = (): number => DAY_MS - (Date.now() % DAY_MS)
    while (leftMs() < LAST_MS) await delay(leftMs())
  })
}
