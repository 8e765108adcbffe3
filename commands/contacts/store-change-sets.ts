import type { ClientSession } from 'mongoose'
import { AppError, invalid, type FieldError } from '../../models/domain/errors.js'
import { storeWithClaims } from '../idempotency/claim-idempotency-key.js'
import { ContactBook, type Applied } from './contact-book.js'
import type { ChangeSet, ContactChange, ContactChanged } from './contact-change.js'

/** A set of changes, and the span of its request while traces are on. */
export interface TracedSet extends ChangeSet {
  trace: string | undefined
}

/** The outcome of one set among others. */
export type SetResult = ContactChanged[] | { refused: AppError }

/**
 * Stores sets of changes of one project and depth in the transaction of `session`. It costs a few commands however many
 * there are. A set that is refused leaves no trace, and does not keep the others from being stored; one of several
 * changes has to be alone. Throws when an idempotency key was taken over.
 */
export async function storeChangeSets(sets: readonly TracedSet[], session: ClientSession): Promise<SetResult[]> {
  const book = await ContactBook.openToStore(
    session,
    sets.flatMap(({ changes }) => changes),
  )
  const outcomes = sets.map(({ changes, trace }) => applyAll(book, changes, trace))
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
  const events = await book.write()
  return outcomes.map((outcome) => {
    if (!Array.isArray(outcome)) return outcome
    return outcome.map(({ eventId, ...changed }) => ({ ...changed, event: events.get(eventId ?? '') ?? null }))
  })
}

/** Applies changes to a book, which is not to be written where one of several is refused. */
export function applyAll(
  book: ContactBook,
  changes: readonly ContactChange[],
  trace?: string,
): Applied[] | { refused: AppError } {
  const applied: Applied[] = []
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

/** The results of a set that is not refused. Throws the error of one that is. */
export function requireAccepted<Result extends object>(outcome: Result | { refused: AppError }): Result {
  if ('refused' in outcome) throw outcome.refused
  return outcome
}

/** Each fault once, however many contacts have it. */
function faultsOf(refused: readonly AppError[]): FieldError[] {
  const faults = refused.flatMap(({ errors }) => errors ?? [])
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()]
}
