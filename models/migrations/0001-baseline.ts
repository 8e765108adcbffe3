import type { Migration } from './migration.js'

/** The first schema: the collections and indexes that the models declare are all of it. */
export const baseline: Migration = { number: 1, name: 'baseline', up: async () => undefined }
