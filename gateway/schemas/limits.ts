import type { Config } from '../../runtime/config.js'

const MB = 1024 * 1024

/** How many recipients one `POST /v1/send` may name. */
export const MAX_RECIPIENTS = 1_000

/** The size of a file that `POST /contacts/import` takes. */
export function importLimitBytes({ MAX_IMPORT_SIZE_MB }: Pick<Config, 'MAX_IMPORT_SIZE_MB'>): number {
  return Math.floor(MAX_IMPORT_SIZE_MB * MB)
}

/** The size of a file that `POST /uploads/image` takes. */
export const MAX_IMAGE_BYTES = 10 * MB
