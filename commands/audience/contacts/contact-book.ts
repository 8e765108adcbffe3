import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { EmailRecord } from '../../../models/email.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { planDataPatch, type DataPatch } from '../../../models/domain/data.js'
import { notFound } from '../../../models/domain/errors.js'
import { groupBy } from '../../../models/domain/group-by.js'
import type { EventRecord } from '../../../models/event.js'
import type { MailboxRecord } from '../../../models/mailbox.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import type { Update } from '../../../models/update-each.js'
import { activityUpdate, summarise } from '../../base/events/activity.js'
import { databaseTime } from '../../base/events/database-time.js'
import { eventRecord, eventsToSetOff, type EventDraft } from '../../base/events/write-events.js'
import type { SetOff } from '../../base/outbox/set-off.js'
import type { ContactChange, SubscriptionChange } from './contact-change.js'
import {
  applyChange,
  isWritten,
  requireAllowed,
  stateOf,
  type ContactState,
  type FoundContact,
} from './contact-state.js'
import { fittingPatch, namingPatch, newContact } from './contact-update.js'
import { gainedBy, isNoStep, stepsOf } from './step-counters.js'
import { findMailboxes, findMailboxesOf, mailboxWrites, optOutOf, type KnownMailboxes } from './mailboxes.js'
import { keysOf, readContacts, readOrInsert, type ContactKeys, type ContactsRead } from './read-contacts.js'
import { storeWrites, type ContactWrites } from './store-writes.js'

/** The outcome of an applied change. `contact` is the contact as it will be stored after all changes of the book. */
export interface AppliedChange {
  contact: FoundContact
  isNew: boolean
  /** Whether the contact is new, or a field, its address or its subscription changes. */
  isChanged: boolean
  /** Whether the subscription of a known contact begins or ends. */
  isFlipped: boolean
  /** The id of the change's event. */
  eventId: string | null
  /** The message that the change sends. */
  email: EmailRecord | null
}

/** The options of `write`. */
export interface WriteOptions {
  /**
   * Whether the book steps the counters of its project itself. Jobs do that, and evaluate the segments themselves.
   * Otherwise an outbox entry names the contacts, and its dispatch does both.
   */
  isOfJob?: boolean
}

/** The events of contacts that count in their activity, by the ids of the contacts. */
type EventsOfContacts = ReadonlyMap<string, { name: string; at: Date }[]>

interface BookedEvent extends EventDraft {
  contactId: string
  isUnlisted?: boolean | undefined
}

/**
 * All writes of contacts go through a book. `open` reads contacts in a transaction. `apply` changes them in memory, any
 * number of times. `write` stores them together with the events of the changes and the outbox entries, with the same
 * few commands for any number of contacts. A concurrent change of one of the contacts aborts the transaction, whose
 * retry reads them again.
 */
export class ContactBook {
  readonly #session: ClientSession
  readonly #projectId: string
  readonly #byId = new Map<string, ContactState>()
  readonly #byEmail = new Map<string, ContactState>()
  readonly #events: BookedEvent[] = []
  readonly #emails: EmailRecord[] = []
  /** The spans of the requests that made changes, by the ids of the stored documents. */
  readonly #traces = new Map<string, string>()
  readonly #now: Date | null
  /** The mailboxes without a contact that contacts have left, among those that the book was opened for. */
  readonly #mailboxes: KnownMailboxes
  /** The contact that `openToStore` has inserted already, for the only change. */
  #inserted: ContactRecord | null = null
  #depth = 0

  private constructor(
    session: ClientSession,
    projectId: string,
    { found, now, mailboxes }: ContactsRead & { mailboxes: KnownMailboxes },
  ) {
    this.#session = session
    this.#projectId = projectId
    this.#now = now
    this.#mailboxes = mailboxes
    for (const contact of found) this.#add(stateOf(contact))
  }

  /** Reads contacts of a project. Contacts that the project does not have are missing in the book. */
  static async open(session: ClientSession, projectId: string, keys: ContactKeys): Promise<ContactBook> {
    const books = await ContactBook.openAll(session, new Map([[projectId, keys]]))
    return bookOf(books, projectId)
  }

  /** Reads contacts of projects, each project into a book of its own, with the same few commands for all. */
  static async openAll(
    session: ClientSession,
    wanted: ReadonlyMap<string, ContactKeys>,
  ): Promise<ReadonlyMap<string, ContactBook>> {
    const { found, now } = await readContacts(session, wanted)
    const foundOf = groupBy(found, ({ projectId }) => projectId)
    const free = [...wanted].map(([projectId, { emails = [] }]) => {
      const taken = new Set(foundOf.get(projectId)?.map(({ email }) => normaliseAddress(email)))
      return [projectId, emails.filter((email) => !taken.has(email))] as const
    })
    const mailboxesOf = await findMailboxesOf(session, new Map(free))
    const books = [...wanted.keys()].map((projectId) => {
      const read = { found: foundOf.get(projectId) ?? [], now, mailboxes: mailboxesOf.get(projectId) ?? new Map() }
      return [projectId, new ContactBook(session, projectId, read)] as const
    })
    return new Map(books)
  }

  /**
   * Opens books for changes that will be applied and stored, by the ids of their projects. For a single change with a
   * message, one command reads the contact or inserts it. If that change is refused, the caller must abort the
   * transaction.
   */
  static async openToStore(
    session: ClientSession,
    changes: readonly ContactChange[],
  ): Promise<ReadonlyMap<string, ContactBook>> {
    const [change, ...others] = changes
    const isLone = change?.email && !change.event && others.length === 0
    if (!isLone || !('email' in change.who)) return ContactBook.openAll(session, keysOf(changes))
    const { projectId, who } = change
    const contact = newContact(projectId, who.email, change)
    const found = await readOrInsert(session, contact)
    if (found) {
      const known = new ContactBook(session, projectId, { found: [found], now: null, mailboxes: new Map() })
      return new Map([[projectId, known]])
    }
    const mailboxes = await findMailboxes(session, projectId, [who.email])
    const book = new ContactBook(session, projectId, { found: [], now: null, mailboxes })
    book.#inserted = mailboxes.size > 0 ? await replaceInserted(session, contact, change, mailboxes) : contact
    return new Map([[projectId, book]])
  }

  /** Opens a book for the contacts of changes of one project. */
  static async openFor(session: ClientSession, changes: readonly ContactChange[]): Promise<ContactBook> {
    return bookOf(await ContactBook.openAll(session, keysOf(changes)), changes[0]?.projectId ?? '')
  }

  /**
   * Writes all changes of books, with the same few commands for any number of contacts and books. Returns the events by
   * their ids.
   */
  static async writeAll(
    session: ClientSession,
    books: readonly ContactBook[],
    { isOfJob = false }: WriteOptions = {},
  ): Promise<Map<string, EventRecord>> {
    const withEvents = books.find((book) => book.#events.length > 0)
    const [readAt = null] = books.flatMap((book) => book.#now ?? [])
    const at = withEvents ? (readAt ?? (await databaseTime(withEvents.#projectId, session))) : null
    const writes = await Promise.all(books.map((book) => book.#writes(at, isOfJob)))
    await storeWrites(session, writes)
    return new Map(writes.flatMap(({ events }) => events.map((event) => [event._id, event] as const)))
  }

  /** The record of the mailbox of an address that the book was opened for and no contact has. */
  leftMailbox(email: string): MailboxRecord | undefined {
    return this.#byEmail.has(email) ? undefined : this.#mailboxes.get(email)
  }

  /** Whether the mailbox of an address without a contact has opted out. */
  hasOptedOut(email: string): boolean {
    return optOutOf(this.leftMailbox(email), databaseNow()) !== null
  }

  /** A contact as it is after all changes so far. */
  find(who: ContactChange['who']): FoundContact | undefined {
    return this.#find(who)?.contact
  }

  get contacts(): FoundContact[] {
    return [...this.#byId.values()].map(({ contact }) => contact)
  }

  /** The ids of the contacts that will be written. */
  get changedIds(): string[] {
    return this.#written().map(({ contact }) => contact._id)
  }

  /** The part of a change's patch that its contact has room for. */
  fit(change: ContactChange): DataPatch {
    const data = this.find(change.who)?.data ?? {}
    return namingPatch(data, { ...change, patch: fittingPatch(data, change) })
  }

  /**
   * Applies a change to its contact, which is created for an unknown address. A refused change has no effect. Throws
   * CONTACT_NOT_FOUND, and VALIDATION_ERROR for exceeded limits on custom fields and for the faults of `refuse`.
   */
  apply(request: ContactChange, trace?: string): AppliedChange {
    const { who, event, depth = 0 } = request
    const existing = this.#find(who)
    if (!existing && 'id' in who) throw notFound('contact', who.id)
    const change = this.#withOptOut({ ...request, patch: this.fit(request) })
    requireAllowed(existing, change)
    this.#depth = Math.max(this.#depth, depth)
    const state = existing ?? this.#make('email' in who ? who.email : '', change)
    const { _id: contactId } = state.contact
    const { isFlipped, isChanged } = existing ? applyChange(existing, change) : { isFlipped: false, isChanged: true }
    const flipId = isFlipped ? this.#addEvent(subscriptionEvent(contactId, change), depth) : null
    const eventId = event ? this.#addEvent({ ...event, contactId }, depth) : null
    const email = change.email?.(contactId) ?? null
    if (email) this.#emails.push(email)
    for (const id of [contactId, flipId, eventId, email?._id]) if (id && trace) this.#traces.set(id, trace)
    return { contact: state.contact, isNew: !existing, isChanged, isFlipped, eventId, email }
  }

  /** Sets the subscription of a contact of the book, and nothing else. */
  setSubscription(contactId: string, subscription: SubscriptionChange): void {
    const patch = planDataPatch(undefined)
    this.apply({
      ...subscription,
      projectId: this.#projectId,
      who: { id: contactId },
      patch,
      subscribedWhenNew: subscription.subscribed,
    })
  }

  /** Marks all contacts of the book to be deleted by `write`. Returns their ids. */
  removeAll(): string[] {
    for (const state of this.#byId.values()) state.isRemoved = true
    return [...this.#byId.keys()]
  }

  /** Writes all changes, as `writeAll` does. */
  write(options: WriteOptions = {}): Promise<Map<string, EventRecord>> {
    return ContactBook.writeAll(this.#session, [this], options)
  }

  #find(who: ContactChange['who']): ContactState | undefined {
    return 'id' in who ? this.#byId.get(who.id) : this.#byEmail.get(who.email)
  }

  #make(email: string, change: ContactChange): ContactState {
    const mailbox = this.#mailboxes.get(email)
    return this.#add(stateOf(this.#inserted ?? newContact(this.#projectId, email, change, mailbox), true))
  }

  /**
   * A change with the opt-out of the mailbox that it gives to a contact. Only a change that subscribes the contact
   * overrides it.
   */
  #withOptOut(change: ContactChange): ContactChange {
    const { who, newEmail, subscribed } = change
    const mailbox = 'email' in who ? who.email : newEmail
    if (mailbox === undefined || subscribed === true || !this.hasOptedOut(mailbox)) return change
    return 'email' in who ? { ...change, subscribedWhenNew: false } : { ...change, subscribed: false, isOptOut: true }
  }

  #add(state: ContactState): ContactState {
    this.#byId.set(state.contact._id, state)
    this.#byEmail.set(normaliseAddress(state.contact.email), state)
    return state
  }

  #addEvent(event: Omit<BookedEvent, 'id' | 'projectId' | 'depth'>, depth: number): string {
    const id = newId()
    this.#events.push({ ...event, id, projectId: this.#projectId, depth })
    return id
  }

  #written(): ContactState[] {
    return [...this.#byId.values()].filter(isWritten)
  }

  /** What `writeAll` stores for this book. Events get the time `at`, which is null when no book has any. */
  async #writes(at: Date | null, isOfJob: boolean): Promise<ContactWrites> {
    const projectId = this.#projectId
    const written = this.#written()
    const all = [...this.#byId.values()]
    const removed = all.filter(({ isRemoved }) => isRemoved)
    const moved = written.filter(({ stored, contact }) => stored !== null && contact.email !== stored.email)
    const mailboxes = { left: [...removed, ...moved], entered: [...written.filter(({ isNew }) => isNew), ...moved] }
    const events = this.#listedEvents(at)
    return {
      projectId,
      inserted: this.#insertedWith(events, written),
      updated: this.#updatedWith(events, written),
      removed: removed.map(({ contact }) => contact),
      mailboxes: await mailboxWrites(projectId, mailboxes, this.#mailboxes),
      events: at ? this.#events.map((draft) => eventRecord(draft, at)) : [],
      emails: this.#emails,
      // No outbox entry names a removed contact.
      steps: stepsOf(isOfJob ? all : removed),
      entries: this.#toSetOff(at, isOfJob),
    }
  }

  // Contacts are written together with the events of this transaction in their activity. The events of contacts that
  // are not written join the activity by the dispatch of their outbox entry.
  #insertedWith(events: EventsOfContacts, written: readonly ContactState[]): ContactRecord[] {
    const added = written.filter(({ isNew, contact }) => isNew && contact._id !== this.#inserted?._id)
    return added.map(({ contact }) => {
      const of = events.get(contact._id)
      return of ? { ...contact, activity: summarise(of) } : contact
    })
  }

  #updatedWith(events: EventsOfContacts, written: readonly ContactState[]): Update[] {
    const updatedAt = databaseNow()
    const updated = written.filter(({ isNew }) => !isNew)
    return updated.map(({ stored, contact, set, unset }) => {
      const of = events.get(contact._id)
      contact.updatedAt = updatedAt
      const update = { $set: { ...set, updatedAt }, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) }
      return {
        // Among shards the stored address leads to the contact.
        filter: { _id: contact._id, projectId: this.#projectId, email: stored?.email ?? contact.email },
        update: { ...update, ...(of ? activityUpdate(of) : {}) },
      }
    })
  }

  #listedEvents(at: Date | null): EventsOfContacts {
    const listed = at ? this.#events.filter(({ isUnlisted }) => !isUnlisted) : []
    const byContact = groupBy(listed, ({ contactId }) => contactId)
    return new Map([...byContact].map(([id, of]) => [id, of.map(({ name }) => ({ name, at: at ?? new Date(0) }))]))
  }

  #toSetOff(at: Date | null, isOfJob: boolean): SetOff[] {
    const written = new Set(this.changedIds)
    // A pause that a new contact inherits needs its timer, which follows from the entry.
    const isDispatched = ({ isNew, isChanged, contact }: ContactState): boolean =>
      isOfJob ? isNew && contact.snoozedUntil !== null : isChanged
    const changed = this.#written().filter(isDispatched)
    const ids = changed.map(({ contact }) => contact._id)
    const due = eventsToSetOff(this.#events.filter(({ contactId }) => !written.has(contactId)))
    const all: SetOff[] = [
      { kind: 'contact', projectId: this.#projectId, depth: this.#depth, ids, ...(isOfJob ? {} : countsOf(changed)) },
      ...eventsToSetOff(this.#events.filter(({ contactId }) => written.has(contactId))),
      ...due.map((each) => (at ? { ...each, activityAt: at } : each)),
      { kind: 'email', projectId: this.#projectId, ids: this.#emails.map(({ _id }) => _id) },
    ]
    return this.#traces.size === 0 ? all : all.map((each) => ({ ...each, traces: this.#tracesOf(each.ids) }))
  }

  #tracesOf(ids: readonly string[]): Record<string, string> {
    return Object.fromEntries(ids.flatMap((id) => (this.#traces.has(id) ? [[id, this.#traces.get(id) ?? '']] : [])))
  }
}

function bookOf(books: ReadonlyMap<string, ContactBook>, projectId: string): ContactBook {
  const book = books.get(projectId)
  if (!book) throw new Error('No contact of the project was asked for')
  return book
}

/** What the dispatch of changed contacts counts. */
function countsOf(changed: readonly ContactState[]): Pick<SetOff, 'contactCounts' | 'gainedFields'> {
  const contactCounts = stepsOf(changed)
  return { ...(isNoStep(contactCounts) ? {} : { contactCounts }), gainedFields: gainedBy(changed) }
}

/** Gives a contact that was inserted before its mailbox was read the opt-out of the mailbox. */
async function replaceInserted(
  session: ClientSession,
  inserted: ContactRecord,
  change: ContactChange,
  mailboxes: KnownMailboxes,
): Promise<ContactRecord> {
  const { _id, projectId, email, createdAt, updatedAt } = inserted
  const contact = { ...newContact(projectId, email, change, mailboxes.get(email)), _id, createdAt, updatedAt }
  await Contact.collection.replaceOne({ _id, projectId, email }, contact, { session })
  return contact
}

/** The event of a subscription that begins or ends. */
function subscriptionEvent(contactId: string, { subscribed, source, emailId }: ContactChange) {
  return {
    contactId,
    emailId: emailId ?? null,
    name: subscribed ? 'contact.subscribed' : 'contact.unsubscribed',
    data: { source, ...(emailId ? { emailId } : {}) },
  }
}
