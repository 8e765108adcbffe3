/** What the address of the page of a domain holds: the zone that its host adds to names by itself. */
export interface DomainSearch {
  zone?: string | undefined
}

/** Reads the same from the address, which is untrusted input. */
export function readDomainSearch({ zone }: Record<string, unknown>): DomainSearch {
  return { zone: typeof zone === 'string' && zone !== '' ? zone : undefined }
}
