/** The search parameters of the account page after a visit to another service. */
export interface AccountSearch {
  /** The service whose account was connected. */
  connected?: 'github' | 'google' | undefined
  /** The reason for a failed connection, as the gateway names it. */
  error?: string | undefined
}

/** Reads the search parameters, which are untrusted input. */
export function readAccountSearch({ connected, error }: Record<string, unknown>): AccountSearch {
  return {
    connected: connected === 'github' || connected === 'google' ? connected : undefined,
    error: typeof error === 'string' && error !== '' ? error : undefined,
  }
}
