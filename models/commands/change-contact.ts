import type { UpdateQuery } from 'mongoose'
import { Contact, type ContactRecord } from '../contact.js'
import { applyDataPatch, type DataPatch } from '../domain/data.js'
import { escapeData, escapeKey, unescapeData } from '../domain/fields.js'
import { isDuplicateKey } from '../duplicate-key.js'
import { newId } from '../ids.js'
import type { Intent } from '../intent.js'
import { flipSubscription } from './flip-subscription.js'

/** What is to become of the contact with this address. */
export interface ContactChange {
  projectId: string
  /** Trimmed and lower-cased. */
  email: string
  patch: DataPatch
  /** Omitted: an existing contact keeps its state, and a new one takes `subscribedWhenNew`. */
  subscribed?: boolean | undefined
  subscribedWhenNew: boolean
  /** What made the change, for the event of a flip. */
  source: string
  depth?: number
}

/** The contact as it is now, and what its change set off. */
export interface ContactChanged {
  contact: ContactRecord
  isNew: boolean
  intents: Intent[]
}

const MAX_TRIES = 4

/**
 * Makes or changes the contact of an address: the one way by which every path that takes `data` writes it.
 * Only the keys sent change, each by its own name, so that concurrent changes of different keys both survive.
 * Throws VALIDATION_ERROR when the result would break the limits on custom fields.
 */
export async function changeContact(change: ContactChange): Promise<ContactChanged> {
  const { projectId, email, patch } = change
  const existing = await Contact.findOne({ projectId, email }).lean()
  applyDataPatch(unescapeData(existing?.data ?? {}), patch)
  const isUntouched = !patch.clearAll && patch.unset.length === 0 && Object.keys(patch.set).length === 0
  const { contact, isNew } = existing && isUntouched ? { contact: existing, isNew: false } : await upsert(change)
  if (isNew || change.subscribed === undefined || contact.subscribed === change.subscribed) {
    return { contact, isNew, intents: [] }
  }
  const intents = await flipSubscription({
    projectId,
    contactId: contact._id,
    subscribed: change.subscribed,
    source: change.source,
    ...(change.depth === undefined ? {} : { depth: change.depth }),
  })
  const turned = await Contact.findOne({ _id: contact._id, projectId }).lean()
  return { contact: turned ?? contact, isNew, intents }
}

async function upsert(change: ContactChange, tries = 1): Promise<{ contact: ContactRecord; isNew: boolean }> {
  const { projectId, email } = change
  try {
    const result = await Contact.findOneAndUpdate({ projectId, email }, updateOf(change), {
      upsert: true,
      returnDocument: 'after',
      includeResultMetadata: true,
      lean: true,
    })
    if (!result.value) throw new Error('The upsert returned no contact')
    return { contact: result.value, isNew: result.lastErrorObject?.upserted !== undefined }
  } catch (error) {
    // Another request made this contact between MongoDB's look and its insert: now there is one to update.
    if (isDuplicateKey(error) && tries < MAX_TRIES) return upsert(change, tries + 1)
    throw error
  }
}

function updateOf({ patch, subscribed, subscribedWhenNew }: ContactChange): UpdateQuery<ContactRecord> {
  const onInsert = { _id: newId(), subscribed: subscribed ?? subscribedWhenNew, snoozedUntil: null }
  if (patch.clearAll) return { $set: { data: escapeData(patch.set) }, $setOnInsert: onInsert }
  const set = Object.entries(patch.set).map(([key, value]) => [`data.${escapeKey(key)}`, escapeData(value)])
  const unset = patch.unset.map((key) => [`data.${escapeKey(key)}`, 1])
  const isEmpty = set.length === 0 && unset.length === 0
  return {
    ...(set.length > 0 ? { $set: Object.fromEntries(set) } : {}),
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) } : {}),
    $setOnInsert: { ...onInsert, ...(isEmpty ? { data: {} } : {}) },
  }
}
