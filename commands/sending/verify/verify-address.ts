import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import { domainOf } from '../../../models/domain/addresses.js'
import { suggestDomain } from '../../../models/domain/verification/suggest-domain.js'
import { judgeAddress, type Verification } from '../../../models/domain/verification/verdict.js'
import type { AddressSources } from './address-sources.js'

/** Verifies an address by its form, by lists of domains, and by DNS. No mail is sent to the address. */
export async function verifyAddress(email: string, { lists, domains }: AddressSources): Promise<Verification> {
  const local = email.slice(0, email.lastIndexOf('@'))
  const domain = domainToASCII(domainOf(email).toLowerCase())
  const [kinds, found] = await Promise.all([lists.kindsOf(domain), domains.find(domain)])
  const takesNoMail = found !== null && !(found.exists && found.takesMail)
  const hasKnownEnd = parse(domain).isIcann === true
  const suggested = suggestDomain({ domain, hasKnownEnd, takesNoMail, isListed: kinds.size > 0 })
  return judgeAddress({
    email,
    isPlusAddressed: local.includes('+'),
    isDisposable: kinds.has('disposable'),
    isPersonalEmail: kinds.has('personal'),
    isAlias: kinds.has('alias'),
    suggestedEmail: suggested === null ? null : `${local}@${suggested}`,
    domain: found,
  })
}
