import { readFileSync, writeFileSync } from 'node:fs'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import { Campaign } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { Execution } from '../../../models/execution.js'
import { StepExecution } from '../../../models/step-execution.js'
import { Wait } from '../../../models/wait.js'
import { newId } from '../../../runtime/ids.js'
import { inboxFile } from '../audit/evidence.js'
import { JOURNEY_MAILS } from '../load/journey.js'
import type { AskedEvent, Hit } from '../load/ledger.js'
import type { Scene } from '../load/scene.js'
import { EVENTS } from '../load/track.js'
import { changeStored, copyStored, deleteStored, findStored, type Stored, type Undo } from './stored.js'

/** A broken promise made on purpose: which promise, and what the audit has to name. */
export interface Tampering {
  what: string
  promise: string
  tamper(scene: Scene): Promise<{ names: string; undo: Undo }>
}

/** Each breaks the data of a run in which every promise was kept, in one place. */
export const TAMPERINGS: readonly Tampering[] = [
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
    what: 'an acknowledged event is deleted',
    promise: 'an acknowledged event is stored once',
    async tamper(scene) {
      const { asked, event } = await acknowledgedEvent(scene)
      return { names: `request ${asked.number}: 0 events`, undo: await deleteStored(Event, event) }
    },
  },
  {
    what: 'an event is stored twice',
    promise: 'an acknowledged event is stored once',
    async tamper(scene) {
      const { asked, event } = await acknowledgedEvent(scene)
      return { names: `request ${asked.number}: 2 events`, undo: await copyStored(Event, event, newId()) }
    },
  },
  {
    what: 'an execution that an event started is deleted',
    promise: 'an event that starts a workflow started it once',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      return { names: String(execution['sourceEventId']), undo: await deleteStored(Execution, execution) }
    },
  },
  {
    what: 'an execution is stuck',
    promise: 'an execution came to its end',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      const stuck = { $set: { status: 'WAITING', completedAt: null } }
      return { names: execution._id, undo: await changeStored(Execution, execution, stuck) }
    },
  },
  {
    what: 'an execution is stuck, and the wait for the end sees it',
    promise: 'nothing is left to be done',
    async tamper({ mixed }) {
      const execution = await findStored(Execution, { projectId: mixed.id })
      const undo = await changeStored(Execution, execution, { $set: { status: 'RUNNING' } })
      return { names: '1 running executions', undo }
    },
  },
  {
    what: 'a claim of a campaign is left open',
    promise: 'nothing is left to be done',
    async tamper({ campaigns }) {
      const claim = { id: newId(), from: 0, to: 1, at: new Date(), emailIds: [newId()] }
      const batch = { _id: newId(), projectId: campaigns.id, campaignId: newId(), claims: [claim] }
      return { names: '1 open claims', undo: await copyStored(CampaignBatch, batch, newId()) }
    },
  },
  {
    what: 'an email of an execution is missing',
    promise: 'an execution has its two emails',
    async tamper({ mixed }) {
      const email = await findStored(Email, { projectId: mixed.id, subject: JOURNEY_MAILS.first })
      return { names: String(email['executionId']), undo: await deleteStored(Email, email) }
    },
  },
  {
    what: 'a wait is left open',
    promise: 'a wait is over',
    async tamper({ mixed }) {
      const wait = await findStored(Wait, { projectId: mixed.id })
      return { names: wait._id, undo: await changeStored(Wait, wait, { $set: { state: 'open' } }) }
    },
  },
  {
    what: 'a wait timed out although its event was there',
    promise: 'a wait saw each event in its time',
    async tamper({ mixed }) {
      const wait = await findStored(Wait, { projectId: mixed.id, state: 'matched' })
      return { names: wait._id, undo: await changeStored(Wait, wait, { $set: { state: 'timed_out' } }) }
    },
  },
  {
    what: 'a webhook that was called successfully never arrived',
    promise: 'a webhook was delivered, always under one id',
    async tamper({ mixed, cluster }) {
      const { delivered } = cluster.receiver
      const step = await findStored(StepExecution, { projectId: mixed.id, 'output.success': true })
      const executionId = String(step['executionId'])
      const [id = '', kept] = [...delivered].find(([, one]) => one.executionId === executionId) ?? []
      delivered.delete(id)
      return { names: executionId, undo: async () => (kept ? delivered.set(id, kept) : null) }
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
    what: 'a counter of a campaign is off by one',
    promise: 'the counters of a campaign are those of its emails',
    async tamper({ campaigns }) {
      const campaign = await findStored(Campaign, { projectId: campaigns.id, status: 'SENT' })
      return { names: campaign._id, undo: await changeStored(Campaign, campaign, { $inc: { deliveredCount: 1 } }) }
    },
  },
  {
    what: 'a counter of a project is off by one',
    promise: 'the counters of the project of mixed are right',
    async tamper({ mixed }) {
      const count = await findStored(ContactCount, { _id: mixed.id })
      return { names: '"counter":"contacts"', undo: await changeStored(ContactCount, count, { $inc: { contacts: 1 } }) }
    },
  },
  {
    what: 'an acknowledged write to a contact is lost',
    promise: 'a contact holds the last acknowledged write',
    async tamper({ mixed }) {
      const contact = await findStored(Contact, { projectId: mixed.id, email: /^written/ })
      const undo = await changeStored(Contact, contact, { $set: { 'data.written': -1 } })
      return { names: String(contact['email']), undo }
    },
  },
  {
    what: 'a contact of an accepted import is missing',
    promise: 'an accepted import is complete',
    async tamper({ mixed, ledger }) {
      const asked = ledger.imports.find(({ verdict }) => verdict === 'acknowledged')
      const contact = await findStored(Contact, { projectId: mixed.id, email: `${asked?.prefix}0@example.com` })
      return { names: String(asked?.jobId), undo: await deleteStored(Contact, contact) }
    },
  },
  {
    what: 'an answered open is not counted',
    promise: 'opens and clicks are counted once',
    async tamper(scene) {
      const hit = answeredOpen(scene)
      const email = await findStored(Email, { _id: hit.emailId })
      return { names: `opens ${hit.emailId}`, undo: await changeStored(Email, email, { $set: { opens: 0 } }) }
    },
  },
  {
    what: 'an open is counted twice',
    promise: 'opens and clicks are counted once',
    async tamper(scene) {
      const { emailId } = answeredOpen(scene)
      const email = await findStored(Email, { _id: emailId })
      const asked = scene.ledger.hits.filter((hit) => hit.emailId === emailId && hit.kind === 'opens').length
      const undo = await changeStored(Email, email, { $set: { opens: asked + 1 } })
      return { names: `opens ${emailId}`, undo }
    },
  },
]

async function sentEmail({ mixed, ledger, cluster }: Scene): Promise<Stored> {
  const asked = ledger.sends.find(
    ({ verdict, emailIds }) => verdict === 'acknowledged' && cluster.tap.handOvers.get(emailIds[0] ?? '')?.length === 1,
  )
  return findStored(Email, { _id: asked?.emailIds[0], projectId: mixed.id })
}

function tagOf({ tags }: Stored): string {
  return `${(tags as string[])[0]}:`
}

async function acknowledgedEvent({ mixed, ledger }: Scene): Promise<{ asked: AskedEvent; event: Stored }> {
  const asked = ledger.events.find(({ verdict, name }) => verdict === 'acknowledged' && name === EVENTS.idle)
  if (!asked) throw new Error('The run has no acknowledged event')
  return { asked, event: await findStored(Event, { projectId: mixed.id, 'data.request': asked.number }) }
}

function answeredOpen({ ledger, cluster }: Scene): Hit {
  const isSafe = cluster.vanished.length === 0
  const found = ledger.hits.find(({ kind, isAnswered, gateway }) => {
    return kind === 'opens' && isAnswered && (isSafe || gateway === 'gateway')
  })
  if (!found) throw new Error('The run has no answered open')
  return found
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
