import type { ClientSession } from 'mongoose'
import { AppError, invalid, type FieldError } from '../../../models/domain/errors.js'
import { storeWithClaims } from '../../base/idempotency/claim-idempotency-key.js'
import { ContactBook, type AppliedChange } from './contact-book.js'
import type { ChangeSet, ContactChange, ContactChanged } from './contact-change.js'

/** A set of changes, and the span of its request while traces are on. */
export interface TracedSet extends ChangeSet {
  trace: string | undefined
}

/** The outcome of one set. */
export type SetResult = ContactChanged[] | { refused: AppError }

/**
 * Stores sets of changes of one depth, and of projects of one shard, in the transaction of `session`, with the same few
 * commands for any number of sets. A refused set has no effect, and the other sets are stored. A set of several changes
 * must be the only one, because a refusal does not undo those of its changes that were applied before. Throws when
 * another request has taken over an idempotency key.
 */
export async function storeChangeSets(sets: readonly TracedSet[], session: ClientSession): Promise<SetResult[]> {
  const books = await ContactBook.openToStore(
    session,
    sets.flatMap(({ changes }) => changes),
  )
  const outcomes = sets.map(({ changes, trace }) => {
    const book = books.get(changes[0]?.projectId ?? '')
    return book ? applyAll(book, changes, trace) : []
  })
  const accepted = sets.filter((_, index) => Array.isArray(outcomes[index]))
  if (accepted.length === 0) {
    await session.abortTransaction()
    return outcomes.flatMap((outcome) => (Array.isArray(outcome) ? [] : outcome))
  }
  await storeWithClaims(
    accepted.flatMap(({ claim }) => claim ?? []),
    session,
  )
  for (const { alongside } of accepted) await alongside?.(session)
  const events = await ContactBook.writeAll(session, [...books.values()])
  return outcomes.map((outcome) => {
    if (!Array.isArray(outcome)) return outcome
    return outcome.map(({ eventId, ...changed }) => ({ ...changed, event: events.get(eventId ?? '') ?? null }))
  })
}

/** Applies changes to a book. The caller must not write the book when one of several changes is refused. */
export function applyAll(
  book: ContactBook,
  changes: readonly ContactChange[],
  trace?: string,
): AppliedChange[] | { refused: AppError } {
  const applied: AppliedChange[] = []
  const refused: AppError[] = []
  for (const change of changes) {
    try {
      applied.push(book.apply(change, trace))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(error)
    }
  }
  const [first, ...others] = refused
  if (!first) return applied
  return { refused: others.length > 0 ? invalid(faultsOf(refused)) : first }
}

/** The results of an accepted set. Throws the error of a refused one. */
export function requireAccepted<Result extends object>(outcome: Result | { refused: AppError }): Result {
  if ('refused' in outcome) throw outcome.refused
  return outcome
}

/** The distinct faults of refused changes. */
function faultsOf(refused: readonly AppError[]): FieldError[] {
  const faults = refused.flatMap(({ errors }) => errors ?? [])
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()]
}
