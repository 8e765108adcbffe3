import { oneOf, searchOf, text } from '../../shared/search-params.js'

/** Reads the search parameters of the account page after a visit to another service. */
export const readAccountSearch = searchOf({
  /** The service whose account was connected. */
  connected: oneOf(['github', 'google']),
  /** The reason for a failed connection, as the gateway names it. */
  error: text,
})
