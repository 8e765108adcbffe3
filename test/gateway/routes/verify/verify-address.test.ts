import { expect } from 'chai'
import { refreshAddressesCommand } from '../../../../cli/refresh-addresses.js'
import { createAddressSources } from '../../../../commands/sending/verify/address-sources.js'
import { forgetList, refreshList } from '../../../../commands/sending/verify/refresh-list.js'
import type { Verification } from '../../../../models/domain/verification/verdict.js'
import { useDatabase } from '../../../support/database.js'
import { useDnsServer } from '../../../support/dns-server.js'
import { useGateway } from '../../../support/gateway.js'
import { useProject } from '../../../support/project.js'
import { commandHere, refusalOf } from '../../../support/posthorn-here.js'

const REACHABLE = { valid: true, domainExists: true, hasWebsite: true, hasMxRecords: true }
const UNSUSPECTED = {
  isDisposable: false,
  isAlias: false,
  isTypo: false,
  isPlusAddressed: false,
  isPersonalEmail: false,
}

describe('POST /v1/verify', () => {
  const dns = useDnsServer()
  const { client } = useProject(useGateway({ DNS_SERVERS: dns.servers }))

  beforeEach(() => dns.setMood('answers'))

  const takesMail = (domain: string): void => {
    dns.set(domain, 'MX', { preference: 10, exchange: `mx.${domain}` })
    dns.set(domain, 'A', '192.0.2.1')
  }
  const verify = async (email: string) => {
    const { status, body } = await client.post('/v1/verify', { email })
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.success).to.equal(true)
    return body.data as Verification
  }

  it('has no objection to an address whose domain accepts mail', async () => {
    takesMail('shop.example.org')
    const reasons = ['No problems found']
    expect(await verify('Ada@Shop.example.org')).to.deep.equal({
      ...REACHABLE,
      ...UNSUSPECTED,
      email: 'ada@shop.example.org',
      reasons,
    })
  })

  const nowhere = (domain: string) => dns.forget(domain)
  const text = (domain: string) => dns.setText(domain, 'hello')
  const host = (domain: string) => dns.set(domain, 'AAAA', '2001:db8::1')
  const nullMx = (domain: string) => {
    dns.set(domain, 'MX', { preference: 0, exchange: '.' })
    dns.set(domain, 'A', '192.0.2.1')
  }
  const www = (domain: string) => {
    dns.set(domain, 'MX', { preference: 10, exchange: 'mx.example.net' })
    dns.set(`www.${domain}`, 'A', '192.0.2.2')
  }
  const reached = { valid: true, hasWebsite: true }
  const without = { domainExists: false, hasMxRecords: false, hasWebsite: false, valid: false }
  type Row = [what: string, address: string, records: (domain: string) => void, then: Partial<Verification>]
  /** The verdict on an address whose domain has these records. */
  const ROWS: Row[] = [
    ['a domain that does not exist', 'ada@nowhere.example.net', nowhere, without],
    ['a domain without any record of use', 'ada@bare.example.net', text, { ...without, domainExists: true }],
    ['a null MX', 'ada@nullmx.example.net', nullMx, { ...without, domainExists: true, hasWebsite: true }],
    ['an address without an MX', 'ada@host.example.net', host, { ...reached, hasMxRecords: false }],
    ['a website at www alone', 'ada@web.example.net', www, { ...reached, hasMxRecords: true }],
    ['a tag', 'ada+news@shop.example.org', takesMail, { isPlusAddressed: true, valid: true }],
    [
      'a disposable address with a tag',
      'a+b@mailinator.com',
      takesMail,
      { isDisposable: true, isPlusAddressed: true, isPersonalEmail: false, isTypo: false, valid: true },
    ],
    ['one below a disposable domain', 'ada@x.mailinator.com', takesMail, { isDisposable: true }],
    ...['tempmail.com', 'throwaway.email', 'x.tempmail.net'].map((domain): Row => [
      `a temporary one at ${domain}`,
      `ada@${domain}`,
      takesMail,
      { isDisposable: true, isPersonalEmail: false, valid: true },
    ]),
    ['a personal address', 'ada@gmail.com', takesMail, { isPersonalEmail: true, isTypo: false }],
    ['an alias', 'x1@mozmail.com', takesMail, { isAlias: true, valid: true }],
    ['one below the domain of an alias service', 'x@me.anonaddy.com', takesMail, { isAlias: true }],
    [
      'a misspelling that somebody registered',
      'ada@gmial.com',
      takesMail,
      { isTypo: true, suggestedEmail: 'ada@gmail.com', valid: true, isPersonalEmail: false },
    ],
    [
      'a misspelling that nobody registered',
      'ada+x@hotmsil.com',
      nowhere,
      { isTypo: true, suggestedEmail: 'ada+x@hotmail.com', valid: false },
    ],
    ['a real domain near a well-known one', 'ada@hotmali.com', takesMail, { isTypo: false }],
    [
      'an end that does not exist',
      'ada@acme.con',
      nowhere,
      { isTypo: true, suggestedEmail: 'ada@acme.com', valid: false },
    ],
    ['a domain in another script', 'ada@bücher.example', () => takesMail('xn--bcher-kva.example'), { valid: true }],
  ]
  it('reports its findings', async () => {
    for (const [what, address, records, then] of ROWS) {
      records(address.split('@')[1] ?? '')
      const said = await verify(address)
      expect(said, what).to.include(then)
      expect(said.reasons, what).to.not.be.empty
      if (!said.valid) expect(said.reasons.join(), what).to.match(/does not exist|does not accept email/)
    }
  })

  it('does not treat domains for examples and tests as providers of personal mail', async () => {
    for (const domain of ['example.com', 'mail.example.com', 'example.org', 'example.net', 'test.com', 'acme.test']) {
      takesMail(domain)
      expect(await verify(`ada@${domain}`), domain).to.include({ isPersonalEmail: false, isTypo: false, valid: true })
    }
    for (const domain of ['mail.com', 'email.com', 'gmx.com', 'hotmail.fr', 'yahoo.co.uk', 'me.com', 'aol.com']) {
      takesMail(domain)
      expect(await verify(`ada@${domain}`), domain).to.include({ isPersonalEmail: true, isTypo: false })
    }
  })

  it('takes a missing answer of DNS as no proof, and waits three seconds at most', async () => {
    for (const mood of ['fails', 'silent'] as const) {
      dns.setMood(mood)
      const said = await verify(`ada@${mood}.example.net`)
      expect(said).to.include({ valid: true, domainExists: false, hasMxRecords: false })
      expect(said.reasons).to.deep.equal(['The domain could not be checked because DNS did not answer'])
    }
  })

  it('queries DNS once for a domain, for simultaneous requests and for later ones', async () => {
    takesMail('once.example.net')
    await Promise.all(Array.from({ length: 5 }, () => verify('ada@once.example.net')))
    await verify('bob@once.example.net')
    expect(dns.asked.filter((question) => question === 'MX once.example.net')).to.have.lengthOf(1)
  })

  it('queries DNS again after a missing answer', async () => {
    dns.setMood('fails')
    await verify('ada@later.example.net')
    dns.setMood('answers')
    takesMail('later.example.net')
    expect(await verify('ada@later.example.net')).to.include({ domainExists: true, hasMxRecords: true })
  })

  it('answers 422 for an invalid address, and names the field', async () => {
    const none = ['ada', 'ada@', '@example.org', 'a b@example.org', `${'a'.repeat(65)}@example.org`]
    for (const email of [undefined, ...none, 7])
      expect(await client.post('/v1/verify', { email })).to.deep.include({ status: 422, fields: ['email'] })
  })
})

describe('the lists of domains', () => {
  useDatabase()
  const kindsOf = async (domain: string): Promise<string[]> => {
    const { lists } = createAddressSources({ DNS_SERVERS: [] })
    return [...(await lists.kindsOf(domain))]
  }

  afterEach(() => forgetList('disposable'))

  it('are the latest ones of an operator, until the shipped ones are restored', async () => {
    expect(await kindsOf('mailinator.com')).to.deep.equal(['disposable'])
    const list = '# mine\n\nThrowaway.example\nthrowaway.example\n// end\nx.example\n'
    expect(await refreshList('disposable', list)).to.equal(2)
    expect(await kindsOf('throwaway.example')).to.deep.equal(['disposable'])
    expect(await kindsOf('mailinator.com')).to.deep.equal([])
    expect(await kindsOf('mozmail.com')).to.deep.equal(['alias'])
    await forgetList('disposable')
    expect(await kindsOf('mailinator.com')).to.deep.equal(['disposable'])
  })

  it('do not change when a new one is invalid', async () => {
    await refreshList('disposable', 'throwaway.example')
    for (const [text, said] of [
      ['a.example\nno domain\n', 'Line 2 is not a valid domain'],
      ['# nothing\n', 'The list has no domains'],
      ['x'.repeat(8 * 1024 * 1024 + 1), 'The list is larger than 8 MB'],
    ] as const) {
      expect(await refreshList('disposable', text).catch((error: unknown) => String(error))).to.include(said)
    }
    expect(await kindsOf('throwaway.example')).to.deep.equal(['disposable'])
  })

  it('can be read from a file by a command', async () => {
    const run = (...args: string[]) => commandHere(refreshAddressesCommand, ['refresh-addresses', ...args])
    const { status, said } = await run('--kind', 'personal', '--file', 'package.json')
    expect([status, said]).to.deep.equal([1, 'Line 1 is not a valid domain\n'])
    expect(await refusalOf(refreshAddressesCommand, '--kind', 'personal')).to.be.a('string')
    expect((await run('--kind', 'disposable', '--shipped')).status).to.equal(0)
  })
})
