import type { PreviousDesign } from '../../../models/message.js'

/** For how many days a design is kept after HTML or MJML has replaced it. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

/** Whether a replaced design can still be taken back. */
export function isStillKept({ replacedAt }: PreviousDesign, now: Date): boolean {
  return now.getTime() - replacedAt.getTime() < KEPT_DAYS * DAY_MS
}
