import type mongoose from 'mongoose'

/** One numbered change of the stored data. It may run twice, and be killed at any point. */
export interface Migration {
  number: number
  name: string
  /**
   * The highest migration that a process must know to work on the database once this one has begun. Without it every
   * older version goes on serving.
   */
  compatibleFrom?: number
  /** Whether processes of this version can also serve before the migration has ended, which may take hours. */
  isAwaited?: false
  up(context: MigrationContext): Promise<void>
}

/** The tools of a migration: the driver, because models describe the current version alone. */
export interface MigrationContext {
  db: mongoose.mongo.Db
  /** The progress that the attempt before this one stored last; null at the first. */
  progress: unknown
  saveProgress: (progress: unknown) => Promise<void>
  /** Aborted when another process may have taken over: begin no further slice. */
  signal: AbortSignal
}

/** Why a database was not migrated, in words for its operator. */
export class MigrationError extends Error {}
