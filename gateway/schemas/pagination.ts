import { z } from 'zod'

const DEFAULT_SIZE = 20
const MAX_SIZE = 100

const clamp = (size: number): number => Math.min(Math.floor(size), MAX_SIZE)

/**
 * The size of a page: an invalid size counts as the default, a size above the maximum as the maximum. The reference
 * only names the whole numbers in the range.
 */
export const pageLimit = (fallback: number, max = MAX_SIZE) =>
  z.coerce
    .number()
    .min(1)
    .catch(fallback)
    .transform((size) => Math.min(Math.floor(size), max))
    .meta({
      description: 'Larger numbers are reduced to the maximum. Any other value falls back to the default.',
      override: { type: 'integer', minimum: 1, maximum: max },
    })

/** The query of a cursor list: an invalid limit counts as 20, one above 100 as 100. */
export const CursorQuery = z.object({
  limit: pageLimit(DEFAULT_SIZE),
  cursor: z.string().min(1).optional(),
})

/** The query of an offset list: a page or size below 1 is refused, a size above 100 counts as 100. */
export const OffsetQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).default(DEFAULT_SIZE).transform(clamp),
})

/** The query of an offset list of named resources that can be sorted. */
export const SortedOffsetQuery = OffsetQuery.extend({
  sort: z.enum(['name', 'createdAt', 'updatedAt']).default('createdAt'),
  dir: z.enum(['asc', 'desc']).default('desc'),
})

/** The response of a cursor list; `cursor` is null on the last page, `total` 0 after the first. */
export function cursorList<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), cursor: z.string().nullable(), hasMore: z.boolean(), total: z.int() })
}

/** The response of an offset list. */
export function offsetList<T extends z.ZodType>(item: T) {
  return z.object({
    data: z.array(item),
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    totalPages: z.int(),
  })
}
