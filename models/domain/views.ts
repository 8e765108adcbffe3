/** The lists of the dashboard whose filters can be saved as views. */
export const VIEWED_LISTS = ['contacts', 'emails', 'campaigns', 'executions'] as const
export type ViewedList = (typeof VIEWED_LISTS)[number]

/** The most views of a user in a project, and the most that everyone in it shares. */
export const MOST_OWN_VIEWS = 50
export const MOST_SHARED_VIEWS = 100

export const MAX_VIEW_NAME_LENGTH = 80
/** A condition on contacts is the longest parameter. */
export const MAX_VIEW_SEARCH_LENGTH = 8_000
export const MOST_VIEW_COLUMNS = 20
