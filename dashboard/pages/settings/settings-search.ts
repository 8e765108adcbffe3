import { oneOf, searchOf, text } from '../../shared/search-params.js'

/** Reads the search parameters of a part of the settings. */
export const readSettingsSearch = searchOf({
  /** The text that a list is searched for. */
  q: text,
  /** The field whose uses and values are open. */
  field: text,
  /** The call and the language of the example, among the keys. */
  call: text,
  language: text,
  /** The outcome of the visit to the payment service. */
  checkout: oneOf(['success', 'cancelled']),
})
