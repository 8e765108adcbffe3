import type mongoose from 'mongoose'

/** One numbered change of what is stored. It may be run twice, and be killed at any point. */
export interface Migration {
  number: number
  name: string
  /**
   * The highest migration that a process must know to work on the database from the begin of this one on. Without it
   * the migration expands only: every older version goes on serving.
   */
  compatibleFrom?: number
  /** Whether processes of this version can also serve before it has ended, as beside a migration that takes hours. */
  isAwaited?: false
  up(context: MigrationContext): Promise<void>
}

/** What a migration works with: the driver, because models speak of the present version alone. */
export interface MigrationContext {
  db: mongoose.mongo.Db
  /** What an attempt before this one stored last; null at the first. */
  progress: unknown
  saveProgress: (progress: unknown) => Promise<void>
  /** Aborted when another process may have taken over: begin no further slice. */
  signal: AbortSignal
}

/** Why a database was not migrated, in words for its operator. */
export class MigrationError extends Error {}
