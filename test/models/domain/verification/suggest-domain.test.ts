import { expect } from 'chai'
import { suggestDomain } from '../../../../models/domain/verification/suggest-domain.js'
import { ALIAS_DOMAINS, MISSPELLINGS, WELL_KNOWN_DOMAINS } from '../../../../models/domain/verification/well-known.js'
import { words } from '../../../support/words.js'

/** Domains at which people have mailboxes, each near a well-known one or by itself a word like one. */
const REAL = words(`
  gmail.com googlemail.com ymail.com mail.com email.com fmail.com me.com mac.com acme.com gmx.com gmx.net gmx.de
  gmx.at gmx.ch yahoo.com yahoo.co yahoo.ca yahoo.de yahoo.it yahoo.co.in rocketmail.com hotmail.com hotmail.de
  hotmail.it hotmail.co.uk outlook.com outlook.fr outlook.de outlook.es live.com live.nl live.co.uk love.com msn.com
  man.com aol.com aol.de aim.com icloud.com cloud.com web.de orange.fr free.fr mail.ru ya.ru yandex.com yandex.ru
  hey.com pm.me proton.me protonmail.com protonmail.ch fastmail.com fastmail.fm libero.it liberto.it laposte.net
  comcast.net comcast.com btinternet.com qq.com emailn.de
`)

const MISSPELT: [domain: string, meant: string][] = [
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.cmo', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['acme.con', 'acme.com'],
  ['posthorn.ogr', 'posthorn.org'],
  ['hotmial.com', 'hotmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['outlok.com', 'outlook.com'],
  ['iclod.com', 'icloud.com'],
  ['icloudd.com', 'icloud.com'],
  ['hotmsil.com', 'hotmail.com'],
  ['yahpo.com', 'yahoo.com'],
  ['outlooj.com', 'outlook.com'],
  ['protonmali.com', 'protonmail.com'],
  ['conmcast.net', 'comcast.net'],
  ['btinternet.co', 'btinternet.com'],
  ['hotmail.co.ukk', 'hotmail.co.uk'],
]

const ENDS = new Set(['con', 'cmo', 'ogr', 'ukk'])
const hasKnownEnd = (domain: string): boolean => !ENDS.has(domain.slice(domain.lastIndexOf('.') + 1))

describe('the suggestion for a misspelt domain', () => {
  for (const domain of REAL) {
    it(`leaves ${domain} as it is, where a host takes its mail`, () => {
      expect(suggestDomain({ domain, hasKnownEnd: true, takesNoMail: false })).to.equal(null)
    })
  }

  it('leaves real domains as they are where a resolver knows no domain at all', () => {
    const neighbours = words('amail.com tmail.com zmail.com imail.com hotmail.gr yahoo.gr yahoo.fi lastmail.com')
    for (const domain of [...REAL, ...neighbours, 'hotmail.se', 'live.com', 'gmail.com', 'yahoo.fr', 'yandex.ru']) {
      expect(suggestDomain({ domain, hasKnownEnd: true, takesNoMail: true }), domain).to.equal(null)
    }
  })

  it('leaves a listed domain as it is, unless it is known to be a misspelling', () => {
    const listed = { hasKnownEnd: true, takesNoMail: true, isListed: true }
    expect(suggestDomain({ ...listed, domain: 'hotmsil.com' })).to.equal(null)
    expect(suggestDomain({ ...listed, domain: 'gmial.com' })).to.equal('gmail.com')
  })

  for (const [domain, meant] of MISSPELT) {
    it(`is ${meant} for ${domain}, which takes no mail`, () => {
      expect(suggestDomain({ domain, hasKnownEnd: hasKnownEnd(domain), takesNoMail: true })).to.equal(meant)
    })
  }

  it('is null for other names that take no mail, and for short ones that are a letter away', () => {
    for (const domain of ['posthorn.example', 'company.com', 'gmx.dd', 'aoll.com', 'mns.com', 'wen.de', 'lives.com']) {
      expect(suggestDomain({ domain, hasKnownEnd: true, takesNoMail: true }), domain).to.equal(null)
    }
  })

  it('knows no domain as a misspelling at which people have mailboxes', () => {
    const known = [...REAL, ...WELL_KNOWN_DOMAINS, ...ALIAS_DOMAINS]
    expect(Object.keys(MISSPELLINGS).filter((domain) => known.includes(domain))).to.deep.equal([])
    for (const meant of Object.values(MISSPELLINGS)) expect(WELL_KNOWN_DOMAINS).to.include(meant)
  })
})
