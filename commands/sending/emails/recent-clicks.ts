import { hash } from 'node:crypto'
import { groupBy } from '../../../models/domain/group-by.js'
import type { RecentClick } from '../../../models/domain/machine-bursts.js'
import { RecentClicks } from '../../../models/recent-clicks.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

// A gateway that takes over the clicks of an ended one judges them that much later at most.
const KEPT_MS = 60 * 60_000
// Enough to show a burst. A flood of clicks on one email must not make its record large.
const MAX_CLICKS = 64
const DIGEST_CHARS = 16

/** A click with its email. */
export interface ClickOnEmail {
  projectId: string
  emailId: string
  click: RecentClick
}

/**
 * How long after a click was stored its email's clicks show how it was sent: the time of a burst, and a second for
 * other gateways to store theirs.
 */
export const SETTLED_AFTER_MS = 3_000

/** A short name of a link or user agent, both of which may name a person. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_CHARS)
}

/** Stores clicks where all gateways find them, in one command. A repeated call changes nothing. */
export async function storeClicks(clicks: readonly ClickOnEmail[]): Promise<void> {
  const expiresAt = new Date(databaseNow().getTime() + KEPT_MS)
  const operations = [...groupBy(clicks, ({ emailId }) => emailId)].map(([emailId, ofEmail]) => {
    const { projectId = '' } = ofEmail[0] ?? {}
    const $push = {
      clicks: { $each: ofEmail.map(({ click }) => click), $sort: { at: 1 as const }, $slice: -MAX_CLICKS },
    }
    return {
      updateOne: {
        filter: { _id: emailId, projectId },
        update: { $push, $max: { expiresAt } },
        upsert: true,
      },
    }
  })
  // Several gateways may insert the record of one email.
  await retryOnDuplicateKey(() => RecentClicks.collection.bulkWrite(operations as never[], { ordered: false }))
}

/** The clicks on emails within the last hour, by the ids of the emails. */
export async function findClicks(
  emails: readonly { projectId: string; emailId: string }[],
): Promise<ReadonlyMap<string, RecentClick[]>> {
  if (emails.length === 0) return new Map()
  const _id = { $in: [...new Set(emails.map(({ emailId }) => emailId))] }
  const projectId = { $in: [...new Set(emails.map((email) => email.projectId))] }
  const found = await RecentClicks.find({ _id, projectId }, { clicks: 1 }).lean()
  return new Map(found.map(({ _id: emailId, clicks }) => [emailId, clicks]))
}
