/** An address, split into the two parts of its field. */
export interface SenderAddress {
  local: string
  domain: string
}

/** The parts of an address; an incomplete one has no domain. */
export function partsOf(address: string): SenderAddress {
  const at = address.lastIndexOf('@')
  return at < 0 ? { local: address, domain: '' } : { local: address.slice(0, at), domain: address.slice(at + 1) }
}

/** The address of two parts. A whole address in the first part replaces both. */
export function addressOf({ local, domain }: SenderAddress): string {
  if (local.includes('@') || domain === '') return local
  return `${local}@${domain}`
}

/** The domains to choose from: the verified ones, and the domain of the address if it is not verified. */
export function domainsToChoose(
  verified: readonly string[],
  address: string,
): { domain: string; isVerified: boolean }[] {
  const { domain } = partsOf(address)
  const known = verified.map((name) => ({ domain: name, isVerified: true }))
  return domain === '' || verified.includes(domain) ? known : [...known, { domain, isVerified: false }]
}
