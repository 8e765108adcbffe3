import { baseline } from './0001-baseline.js'
import type { Migration } from './migration.js'

/** Every migration, in the order of their numbers. None is ever changed, renumbered or removed once it was released. */
export const MIGRATIONS: readonly Migration[] = [baseline]
