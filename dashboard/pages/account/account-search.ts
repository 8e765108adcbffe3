/** What the address of the account says after a visit to another service. */
export interface AccountSearch {
  /** The service whose account is connected now. */
  connected?: 'github' | 'google' | undefined
  /** The reason why none is, as the gateway names it. */
  error?: string | undefined
}

/** Reads the same from an address that anybody may have written. */
export function readAccountSearch({ connected, error }: Record<string, unknown>): AccountSearch {
  return {
    connected: connected === 'github' || connected === 'google' ? connected : undefined,
    error: typeof error === 'string' && error !== '' ? error : undefined,
  }
}
