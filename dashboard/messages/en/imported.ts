/** What the rows of an import did: on its page, in its toast and in its notification. */
export const imported = {
  counts: (created: string, updated: string, failed: string) =>
    `${created} new, ${updated} existing, ${failed} with errors`,
}
