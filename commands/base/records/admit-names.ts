import type { ClientSession } from 'mongoose'
import { createKeyedMutex } from '../../../runtime/concurrency/keyed-mutex.js'
import { createEntryCache } from '../../../runtime/entry-cache.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { lockState } from './project-state.js'
import { publicShare } from './name-limits.js'

/** A kind of names that a project collects, such as its custom fields, and where they are stored. */
export interface NameStore<Item> {
  nameOf: (item: Item) => string
  /** The names, among `names`, that the project has. */
  findKnown(projectId: string, names: string[], session?: ClientSession): Promise<Iterable<string>>
  count(projectId: string, session: ClientSession): Promise<number>
  add(projectId: string, items: Item[], session: ClientSession): Promise<void>
  limit(): number
}

/** How one call admits names. */
export interface AdmitOptions {
  /** Admits all of the names or none. */
  isWhole?: boolean
  /** The names come by the public key, which may fill only half of the limit. */
  isPublic?: boolean
}

/** The admission of names of one kind. */
export interface Admission<Item> {
  /** Whether this process knows that a project has all of these names. */
  isKnown(projectId: string, items: readonly Item[]): boolean
  /**
   * Makes names known to a project as far as its limit allows, or with `isWhole` all of them or none. Returns the items
   * that do not fit. Known names are always admitted, mostly from memory.
   */
  admit(projectId: string, items: readonly Item[], options?: AdmitOptions): Promise<Item[]>
  /** Forgets a name that is deleted, and that the project had no room. */
  forget(projectId: string, name: string): void
}

const MAX_CACHED = 100_000
// The time is short because another process may delete a name, which must be stored again when it comes back.
const KNOWN_MS = 60_000
const MAX_FULL = 10_000
const FULL_MS = 5_000
const admissions = createKeyedMutex()

/**
 * Creates the admission of names of one kind. The limit is exact over all processes, because every admission changes
 * the state of the project in its transaction, so that admissions to one project happen one after the other.
 */
export function createAdmission<Item>(store: NameStore<Item>): Admission<Item> {
  const cached = createEntryCache<true>({ maxEntries: MAX_CACHED, ttlMs: KNOWN_MS })
  // Projects that had no room lately: a further unknown name costs such a project a read, but no transaction.
  const full = createEntryCache<true>({ maxEntries: MAX_FULL, ttlMs: FULL_MS })
  const keyOf = (projectId: string, name: string): string => `${projectId} ${name}`
  const fullKeyOf = (projectId: string, isPublic: boolean): string => `${projectId} ${isPublic ? 'public' : 'whole'}`
  const note = (projectId: string, names: Iterable<string>): void => {
    for (const name of names) cached.set(keyOf(projectId, name), true)
  }
  const unknownAmong = async (projectId: string, items: readonly Item[], session?: ClientSession): Promise<Item[]> => {
    const knownNames = new Set(await store.findKnown(projectId, items.map(store.nameOf), session))
    note(projectId, knownNames)
    return items.filter((item) => !knownNames.has(store.nameOf(item)))
  }

  const admitUnknown = async (
    session: ClientSession,
    projectId: string,
    items: readonly Item[],
    { isWhole, isPublic }: Required<AdmitOptions>,
  ): Promise<Item[]> => {
    await lockState(projectId, session)
    const unknown = await unknownAmong(projectId, items, session)
    const limit = isPublic ? publicShare(store.limit()) : store.limit()
    const room = Math.max(0, limit - (await store.count(projectId, session)))
    const refused = unknown.slice(room)
    const admitted = isWhole && refused.length > 0 ? [] : unknown.slice(0, room)
    if (admitted.length > 0) await store.add(projectId, admitted, session)
    return refused
  }

  return {
    isKnown: (projectId, items) => items.every((item) => cached.has(keyOf(projectId, store.nameOf(item)))),
    async admit(projectId, items, { isWhole = false, isPublic = false } = {}) {
      const uncached = items.filter((item) => !cached.has(keyOf(projectId, store.nameOf(item))))
      if (uncached.length === 0) return []
      const unknown = await unknownAmong(projectId, uncached)
      if (unknown.length === 0 || full.has(fullKeyOf(projectId, isPublic))) return unknown
      const refused = await admissions.runExclusive(projectId, () =>
        inTransaction((session) => admitUnknown(session, projectId, unknown, { isWhole, isPublic })),
      )
      if (refused.length > 0 && refused.length === unknown.length) full.set(fullKeyOf(projectId, isPublic), true)
      if (refused.length === 0) note(projectId, unknown.map(store.nameOf))
      return refused
    },
    forget(projectId, name) {
      cached.delete(keyOf(projectId, name))
      for (const isPublic of [true, false]) full.delete(fullKeyOf(projectId, isPublic))
    },
  }
}
