import { AppError } from '../../../models/domain/errors.js'

/** What a change may say about the record that its editor has read. */
export interface ReadState {
  /** The record's `updatedAt` then. If omitted, the change replaces whatever is stored. */
  ifUpdatedAt?: Date | undefined
}

/** A record was changed after the editor of a further change had read it. `current` is the record as it is now. */
export class StaleChangeError extends AppError {
  readonly current: unknown

  constructor(current: unknown) {
    super('CONFLICT', 'The record has changed since you fetched it', {
      details: { reason: 'stale' },
      suggestion: 'Apply your changes to the current record and send its `updatedAt`',
    })
    this.current = current
  }
}

/** The filter for the record as the editor has read it. */
export function asRead({ ifUpdatedAt }: ReadState): { updatedAt?: Date } {
  return ifUpdatedAt ? { updatedAt: ifUpdatedAt } : {}
}

/** Throws StaleChangeError for a record that is not as the editor has read it. */
export function requireAsRead(record: { updatedAt: Date }, { ifUpdatedAt }: ReadState): void {
  if (ifUpdatedAt && ifUpdatedAt.getTime() !== record.updatedAt.getTime()) throw new StaleChangeError(record)
}
