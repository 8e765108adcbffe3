import { baseline } from './0001-baseline.js'
import type { Migration } from './migration.js'

/** Every migration, in the order of their numbers. A released migration is never changed, renumbered or removed. */
export const MIGRATIONS: readonly Migration[] = [baseline]
