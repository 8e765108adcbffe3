import { Campaign } from '../../../models/campaign.js'
import { ContactCount } from '../../../models/contact-count.js'
import { Contact } from '../../../models/contact.js'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { isStoredByAnswer } from '../audit/engagement.js'
import type { AskedImport, Hit } from '../load/ledger.js'
import type { Scene } from '../load/scene.js'
import { changeStored, deleteStored, findStored } from './stored.js'
import { addToMemory, changeMemory, type Tampering } from './tampering.js'

/** What may happen to contacts, imports, counters, opens and clicks. */
export const CONTACT_TAMPERINGS: readonly Tampering[] = [
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
    async tamper(scene) {
      const { jobId, prefix } = acceptedImport(scene)
      const contact = await findStored(Contact, { projectId: scene.mixed.id, email: `${prefix}0@example.com` })
      return { names: String(jobId), undo: await deleteStored(Contact, contact) }
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
  {
    what: 'an event counts an open too many',
    promise: 'the events of an email count its opens and clicks',
    async tamper(scene) {
      const { emailId } = answeredOpen(scene)
      const event = await findStored(Event, { emailId, name: 'email.open' })
      return { names: `opens ${emailId}`, undo: await changeStored(Event, event, { $inc: { 'data.count': 1 } }) }
    },
  },
  {
    what: 'a counter of the project of campaigns is off by one',
    promise: 'the counters of the project of campaigns are right',
    async tamper({ campaigns }) {
      const count = await findStored(ContactCount, { _id: campaigns.id })
      const undo = await changeStored(ContactCount, count, { $inc: { subscribed: -1 } })
      return { names: '"counter":"subscribed"', undo }
    },
  },
  {
    what: 'an import without an answer happened in part',
    promise: 'an import without an answer happened whole or not at all',
    async tamper(scene) {
      const asked = acceptedImport(scene)
      const forget = changeMemory(asked, { verdict: 'unknown' })
      const contact = await findStored(Contact, { projectId: scene.mixed.id, email: `${asked.prefix}0@example.com` })
      const restore = await deleteStored(Contact, contact)
      return { names: asked.prefix, undo: () => Promise.all([forget(), restore()]) }
    },
  },
  {
    what: 'a click was answered 503',
    promise: 'an open or click of a running gateway is answered',
    async tamper(scene) {
      const { emailId, gateway, at } = answeredOpen(scene)
      const hit = { kind: 'clicks' as const, emailId, gateway, at, isAnswered: false, ms: 10, outcome: 'status 503' }
      return { names: `clicks ${emailId}`, undo: addToMemory(scene.ledger.hits, hit) }
    },
  },
]

function acceptedImport({ ledger }: Scene): AskedImport {
  const found = ledger.imports.find(({ verdict }) => verdict === 'acknowledged')
  if (!found) throw new Error('The run has no accepted import')
  return found
}

function answeredOpen({ ledger }: Scene): Hit {
  const found = ledger.hits.find((hit) => hit.kind === 'opens' && hit.isAnswered && isStoredByAnswer(hit))
  if (!found) throw new Error('The run has no answered open')
  return found
}
