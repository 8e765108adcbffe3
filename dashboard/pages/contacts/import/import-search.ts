import { searchOf, text } from '../../../shared/search-params.js'

/** Reads from the address of an import which segment its contacts join. */
export const readImportSearch = searchOf({ segment: text })
