import { readFileSync, writeFileSync } from 'node:fs'
import { Campaign } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { inboxFile } from '../audit/evidence.js'
import type { Scene } from '../load/scene.js'
import { changeStored, copyStored, deleteStored, findStored, type Stored, type Undo } from './stored.js'
import { acknowledgedSend, changeMemory, sentEmail, type Tampering } from './tampering.js'

/** What may happen to sends, emails, the inbox and campaigns. */
export const MAIL_TAMPERINGS: readonly Tampering[] = [
  {
    what: 'an acknowledged email is deleted',
    promise: 'an acknowledged send has one email for each recipient',
    async tamper(scene) {
      const email = await sentEmail(scene)
      return { names: tagOf(email), undo: await deleteStored(Email, email) }
    },
  },
  {
    what: 'an email is stored twice',
    promise: 'an acknowledged send has one email for each recipient',
    async tamper(scene) {
      const email = await sentEmail(scene)
      return { names: tagOf(email), undo: await copyStored(Email, email, newId()) }
    },
  },
  {
    what: 'an email is left without an outcome',
    promise: 'an email has a final status',
    async tamper(scene) {
      const email = await sentEmail(scene)
      return { names: email._id, undo: await changeStored(Email, email, { $set: { status: 'SENDING' } }) }
    },
  },
  {
    what: 'a message is missing in the inbox',
    promise: 'an email that was sent is in the inbox',
    async tamper(scene) {
      const { _id } = await sentEmail(scene)
      return { names: _id, undo: rewriteInbox(scene, (lines) => lines.filter((line) => !isMessageOf(line, _id))) }
    },
  },
  {
    what: 'a message has a second line in the inbox',
    promise: 'a message is in the inbox once',
    async tamper(scene) {
      const { _id } = await sentEmail(scene)
      const again = (line: string): string => line.replace(/"id":"[^"]+"/, `"id":"${newId()}"`)
      return {
        names: _id,
        undo: rewriteInbox(scene, (lines) => [...lines, ...lines.filter((line) => isMessageOf(line, _id)).map(again)]),
      }
    },
  },
  {
    what: 'an email of a campaign is missing',
    promise: 'a campaign has one email for each contact',
    async tamper({ campaigns }) {
      const email = await findStored(Email, { projectId: campaigns.id, campaignId: { $gt: '' } })
      return { names: String(email['campaignId']), undo: await deleteStored(Email, email) }
    },
  },
  {
    what: 'a send without an answer happened in part',
    promise: 'a send without an answer happened once or not at all',
    async tamper(scene) {
      const asked = acknowledgedSend(scene)
      return {
        names: `${asked.tag}:`,
        undo: changeMemory(asked, { verdict: 'unknown', recipients: asked.recipients + 1 }),
      }
    },
  },
  {
    what: 'a refused send was carried out',
    promise: 'a refused send did nothing',
    async tamper(scene) {
      const asked = acknowledgedSend(scene)
      return { names: asked.tag, undo: changeMemory(asked, { verdict: 'refused' }) }
    },
  },
  {
    what: 'a key of a send was taken twice',
    promise: 'an idempotency key was taken once',
    async tamper(scene) {
      const asked = acknowledgedSend(scene, true)
      return { names: `${asked.tag}:`, undo: changeMemory(asked, { successes: 2 }) }
    },
  },
  {
    what: 'an email left although it was withheld',
    promise: 'an email that was not sent is not in the inbox',
    async tamper(scene) {
      const email = await sentEmail(scene)
      const withheld = { $set: { status: 'SKIPPED', error: 'cancelled' } }
      return { names: email._id, undo: await changeStored(Email, email, withheld) }
    },
  },
  {
    what: 'an email failed without a reason',
    promise: 'an email that failed says why',
    async tamper(scene) {
      const email = await sentEmail(scene)
      return { names: email._id, undo: await changeStored(Email, email, { $set: { status: 'FAILED', error: null } }) }
    },
  },
  {
    what: 'a message in the inbox is of no email',
    promise: 'a message in the inbox belongs to an email',
    async tamper({ campaigns }) {
      const email = await findStored(Email, { projectId: campaigns.id })
      return { names: email._id, undo: await deleteStored(Email, email) }
    },
  },
  {
    what: 'a campaign ended too early',
    promise: 'a campaign that was sent is complete',
    async tamper({ campaigns }) {
      const campaign = await findStored(Campaign, { projectId: campaigns.id, status: 'SENT' })
      return { names: campaign._id, undo: await changeStored(Campaign, campaign, { $inc: { totalRecipients: -1 } }) }
    },
  },
  {
    what: 'an acknowledged campaign is missing',
    promise: 'an acknowledged campaign is there',
    async tamper({ ledger }) {
      const id = newId()
      ledger.campaigns.add(id)
      return { names: id, undo: async () => ledger.campaigns.delete(id) }
    },
  },
]

function tagOf({ tags }: Stored): string {
  return `${(tags as string[])[0]}:`
}

function isMessageOf(line: string, emailId: string): boolean {
  return line.includes('"message":') && line.includes(emailId)
}

/** Writes the provider's list of what it accepted anew; its process has nothing to add any more. */
function rewriteInbox({ cluster }: Scene, change: (lines: string[]) => string[]): Undo {
  const path = inboxFile(cluster.dataDir)
  const before = readFileSync(path, 'utf8')
  const after = change(before.split('\n')).join('\n')
  if (after === before) throw new Error('The inbox was not changed')
  writeFileSync(path, after)
  return async () => writeFileSync(path, before)
}
