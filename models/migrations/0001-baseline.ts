import type { Migration } from './migration.js'

/** The first schema. It consists of the collections and indexes that the models declare. */
export const baseline: Migration = { number: 1, name: 'baseline', up: async () => undefined }
