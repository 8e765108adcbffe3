import { Schema } from 'mongoose'
import type { OptOut } from './contact.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The most former contacts that a mailbox keeps. */
export const MAX_FORMER_CONTACTS = 100

/**
 * The part of a deleted contact that outlives it: whether the person has opted out, and the ids by which links of older
 * messages name it. A contact that gets another address leaves such a record too. While a contact has the mailbox, the
 * subscription of that contact decides, and `optOut` holds the state before it.
 */
export interface MailboxRecord {
  /** A keyed hash of the project and the address, which can be compared and not read. */
  _id: string
  projectId: string
  /** The contacts that had the mailbox, the latest first. */
  contactIds: string[]
  /** The contact that has the mailbox now. */
  contactId: string | null
  optOut: OptOut | null
  /** The end of the pause that `optOut` began. */
  snoozedUntil: Date | null
  updatedAt: Date
}

const mailboxSchema = new Schema<MailboxRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    contactIds: { type: [String], required: true },
    contactId: { type: String, default: null },
    optOut: { type: Schema.Types.Mixed, default: null },
    snoozedUntil: { type: Date, default: null },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'mailboxes', strict: 'throw', minimize: false },
)
// The links of messages to a deleted contact. The deletion of a project.
mailboxSchema.index({ projectId: 1, contactIds: 1 })
shardByProject(mailboxSchema, '_id')

export const Mailbox = ownedModel<MailboxRecord>('Mailbox', mailboxSchema)
