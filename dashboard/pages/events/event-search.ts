import { searchOf, text } from '../../shared/search-params.js'

/** Reads the parameters of the page on events: a name, the open event, or a filter of the names. */
export const readEventSearch = searchOf({ name: text, event: text, q: text })
