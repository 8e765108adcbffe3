import { z } from 'zod'

const MAX_SEARCH_LENGTH = 1_000

/** What a list is searched for, as the person typed it; blank is no search. */
export const SearchText = z.string().trim().max(MAX_SEARCH_LENGTH)
