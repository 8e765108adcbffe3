import type mongoose from 'mongoose'

/** One numbered change of the stored data. It may run twice, and may be killed at any point. */
export interface Migration {
  number: number
  name: string
  /**
   * The highest migration that a process must know to work on the database once this migration has begun. If omitted,
   * every older version can go on serving.
   */
  compatibleFrom?: number
  /** `false`: processes of this version can also serve before the migration has ended, which may take hours. */
  isAwaited?: false
  up(context: MigrationContext): Promise<void>
}

/** The tools of a migration. A migration uses the driver, because models describe only the current version. */
export interface MigrationContext {
  db: mongoose.mongo.Db
  /** The progress that the previous attempt last stored; null at the first attempt. */
  progress: unknown
  saveProgress: (progress: unknown) => Promise<void>
  /** Aborted when another process may have taken over. The migration must then begin no further slice. */
  signal: AbortSignal
}

/** Thrown when a database cannot be migrated. The message is for the operator. */
export class MigrationError extends Error {}
