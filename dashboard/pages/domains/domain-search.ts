import { searchOf, text } from '../../shared/search-params.js'

/** Reads from the address of a domain the zone that its host appends to names. */
export const readDomainSearch = searchOf({ zone: text })
