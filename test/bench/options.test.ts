import { expect } from 'chai'
import { helpText, parseOptions, UsageError, type KnownPart } from '../../bench/options.js'

const PARTS: readonly KnownPart[] = [
  {
    name: 'send',
    title: 'single mails',
    runs: 'default',
    options: { load: { normal: 5_000, quick: 400, meaning: 'mails' } },
  },
  { name: 'campaign-smtp', title: 'a campaign', runs: 'default', options: {} },
  {
    name: 'soak',
    title: 'a long load',
    runs: 'all',
    options: { minutes: { normal: 30, quick: 1, meaning: 'minutes' } },
  },
]

const parse = (...args: string[]) => parseOptions(args, PARTS)

describe('the command line of the benchmark', () => {
  it('runs the default parts in their full size, and says where the results go', () => {
    const options = parse('--json', 'out.json')
    expect(options).to.include({ isHelp: false, isQuick: false, isAll: false, json: 'out.json' })
    expect(options.names).to.deep.equal(['send', 'campaign-smtp'])
    expect(options.sizes['send']).to.deep.equal({ load: 5_000 })
    expect(parse().json).to.equal(null)
  })

  it('runs the parts that are named, in the order in which they are declared', () => {
    expect(parse('soak', 'send').names).to.deep.equal(['send', 'soak'])
  })

  it('runs every part with --all', () => expect(parse('--all').names).to.deep.equal(['send', 'campaign-smtp', 'soak']))

  it('takes small sizes with --quick, and a size that is given in any case', () => {
    expect(parse('--quick').sizes).to.deep.equal({ send: { load: 400 }, 'campaign-smtp': {}, soak: { minutes: 1 } })
    expect(parse('soak', '--quick', '--soak-minutes', '0.5').sizes['soak']).to.deep.equal({ minutes: 0.5 })
  })

  it('refuses an unknown part, and lists those that there are', () => {
    expect(() => parse('send', 'sned')).to.throw(UsageError, 'no part sned. The parts are: send, campaign-smtp, soak.')
  })

  it('refuses an unknown option', () => expect(() => parse('--send-laod', '5')).to.throw(UsageError, '--send-laod'))

  for (const wrong of ['many', '', '-1', 'Infinity']) {
    it(`refuses "${wrong}" as a size`, () => {
      expect(() => parse(`--send-load=${wrong}`)).to.throw(UsageError, '--send-load')
    })
  }

  it('names each part and option in its help, with both sizes', () => {
    const help = helpText(PARTS)
    for (const { name, title } of PARTS) expect(help).to.include(name).and.to.include(title)
    expect(help).to.match(/--send-load N +mails \(5000, 400\)/)
    expect(help.indexOf('send')).to.be.lessThan(help.indexOf('soak'))
  })
})
