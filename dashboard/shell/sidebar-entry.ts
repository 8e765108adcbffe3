/** The classes of an entry of the sidebar. */
export const SIDEBAR_ENTRY = 'relative flex h-7 items-center gap-2 rounded-control px-2 hover:bg-raised'

/** The classes that an entry has beside these while the sidebar shows icons alone. */
export const FOLDED = 'justify-center'
