/** The parameters of the page of a domain: the zone that its host appends to names. */
export interface DomainSearch {
  zone?: string | undefined
}

/** Reads the same from the address, which is untrusted input. */
export function readDomainSearch({ zone }: Record<string, unknown>): DomainSearch {
  return { zone: typeof zone === 'string' && zone !== '' ? zone : undefined }
}
