import { positive, searchOf, text } from '../../../shared/search-params.js'

/** Reads the search parameters of the editor. */
export const readEditorSearch = searchOf({
  /** The selected step. */
  step: text,
  /** An older version, which is shown and cannot be edited. */
  version: positive,
  /** The older one of two versions to compare; the newer one is `version`. */
  compare: positive,
})
