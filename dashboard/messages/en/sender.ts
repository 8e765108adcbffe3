/** The texts of the field for the address of a sender. */
export const sender = {
  from: 'From',
  hint: 'Use an address at a verified domain.',
  local: 'From',
  localHint: 'The part before @.',
  domain: 'From domain',
  unverified: (domain: string) => `${domain} (not verified)`,
  noDomain: 'Verify a domain to send from it.',
  toDomains: 'Go to Domains',
}
