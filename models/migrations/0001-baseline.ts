import type { Migration } from './migration.js'

/** What databases were before migrations were numbered; their collections and indexes are adopted. */
export const baseline: Migration = { number: 1, name: 'baseline', up: async () => undefined }
