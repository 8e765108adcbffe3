import { expect } from 'chai'
import { FINDING_CODES } from '../../../../models/domain/findings/finding.js'
import { findFindings, MAX_FINDINGS, RULES } from '../../../../models/domain/findings/find-findings.js'
import { codeIn } from '../../../support/plain-words.js'
import type { MessageFacts, VariableFact } from '../../../../models/domain/findings/message-facts.js'

const SOUND: MessageFacts = {
  type: 'TRANSACTIONAL',
  syntaxFaults: [],
  sourceFaults: [],
  lowContrasts: [],
  failure: null,
  variables: [],
  subject: 'Hi',
  sizeBytes: 100,
  links: [],
  images: [],
  missingImages: [],
  wayOut: 'none',
  sender: { domain: 'acme.example', isVerified: true },
}
const PLACE = { field: 'html', line: 2, column: 3, element: '<a>' }
const variable = (fields: Partial<VariableFact>): VariableFact => ({
  field: 'body',
  line: 2,
  column: 3,
  name: 'plan',
  isKnown: true,
  similar: null,
  isFilled: true,
  isCertain: false,
  isPrintedBare: true,
  ...fields,
})
const link = (href: string): Partial<MessageFacts> => ({ links: [{ ...PLACE, href }] })
const image = (alt: string | null, sizeBytes: number | null): Partial<MessageFacts> => ({
  images: [{ ...PLACE, alt, sizeBytes }],
})
const KB = 1024

/** What is known of a message, and the severities and codes of what is found. */
const CASES: [facts: Partial<MessageFacts>, found: string[]][] = [
  [{}, []],
  [
    { syntaxFaults: [{ field: 'body', message: 'This tag is not closed', line: 1, column: 2 }] },
    ['error liquid_syntax'],
  ],
  [{ sourceFaults: [{ field: 'mjml', message: 'Invalid markup', line: 1, column: 2 }] }, ['error mjml_syntax']],
  [
    { lowContrasts: [{ field: 'design', blockId: 'a', colour: '#cccccc', ground: '#ffffff', contrast: 1.6 }] },
    ['warning low_contrast'],
  ],
  [{ failure: { field: 'body', message: 'The template failed' } }, ['error render_failed']],
  [{ sender: { domain: 'x.example', isVerified: false } }, ['error domain_not_verified']],
  [{ sender: null }, []],
  [{ variables: [variable({ isKnown: false, isFilled: false })] }, ['warning unknown_variable']],
  [{ variables: [variable({ isFilled: false })] }, ['warning variable_without_fallback']],
  [{ variables: [variable({})] }, ['info variable_without_fallback']],
  [{ variables: [variable({ isCertain: true })] }, []],
  [{ variables: [variable({ isPrintedBare: false, isFilled: false })] }, []],
  [link('https://acme.example/'), []],
  [link('mailto:a@acme.example'), []],
  [link('tel:+49'), []],
  [link('#part'), []],
  [link(''), ['warning link_empty']],
  [link('#'), ['warning link_empty']],
  [link('https://'), ['warning link_empty']],
  [link(' http:// '), ['warning link_empty']],
  [link('mailto:'), ['warning link_empty']],
  [{ ...link('https://'), type: 'HEADLESS', wayOut: 'own link' }, ['error link_empty']],
  [link('www.acme.example'), ['warning link_without_scheme']],
  [link('/sale'), ['warning link_without_scheme']],
  [link('//acme.example'), ['warning link_without_scheme']],
  [link('http://localhost:3000/x'), ['warning link_to_loopback']],
  [link('http://app.localhost/'), ['warning link_to_loopback']],
  [link('http://127.9.0.1/'), ['warning link_to_loopback']],
  [link('http://0x7f.1/'), ['warning link_to_loopback']],
  [link('http://[::1]/'), ['warning link_to_loopback']],
  [link('http://0.0.0.0/'), ['warning link_to_loopback']],
  [link('http://localhost.acme.example/'), []],
  [link('https://example.com/story'), ['info link_placeholder']],
  [{ ...link('http://WWW.Example.org'), type: 'HEADLESS', wayOut: 'own link' }, ['warning link_placeholder']],
  [link('https://my-example.com/'), []],
  [image('', 200 * KB), []],
  [image('A cup', null), []],
  [image(null, null), ['warning image_without_alt']],
  [image('A cup', 200 * KB + 1), ['warning image_too_large']],
  [{ missingImages: [PLACE] }, ['error image_missing']],
  [{ sizeBytes: 80 * KB }, []],
  [{ sizeBytes: 80 * KB + 1 }, ['info html_too_large']],
  [{ sizeBytes: 102 * KB }, ['info html_too_large']],
  [{ sizeBytes: 102 * KB + 1 }, ['warning html_too_large']],
  [{ sizeBytes: null, subject: null, wayOut: null, type: 'MARKETING' }, []],
  [{ subject: '😀'.repeat(70) }, []],
  [{ subject: 'x'.repeat(71) }, ['warning subject_too_long']],
  [{ type: 'MARKETING', wayOut: 'footer' }, ['info footer_added']],
  [{ type: 'MARKETING', wayOut: 'own link' }, []],
  [{ type: 'HEADLESS', wayOut: 'none' }, ['warning no_unsubscribe_link']],
  [{ type: 'HEADLESS', wayOut: 'own link' }, []],
]

describe('findFindings', () => {
  for (const [facts, expected] of CASES) {
    it(`finds ${expected.join(', ') || 'nothing'} in ${JSON.stringify(facts).slice(0, 80)}`, () => {
      const found = findFindings({ ...SOUND, ...facts })
      expect(found.map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal(expected)
      for (const { message, suggestion = '' } of found) {
        expect(message).to.match(/^[A-Z].*[^.]$/u)
        expect([codeIn(message), codeIn(suggestion)]).to.deep.equal([null, null])
      }
    })
  }

  it('has one rule for each code, and a case for each rule', () => {
    expect(RULES.map(({ code }) => code)).to.have.members([...FINDING_CODES])
    const cases = new Set(CASES.flatMap(([, found]) => found.map((line) => line.split(' ')[1])))
    expect([...cases]).to.have.members([...FINDING_CODES])
  })

  it('says where a finding stands', () => {
    const [found] = findFindings({ ...SOUND, ...link('') })
    expect(found).to.include(PLACE)
    const [bare] = findFindings({ ...SOUND, variables: [variable({})] })
    expect(bare).to.include({ field: 'body', line: 2, column: 3 })
    expect(bare).not.to.have.any.keys('name', 'isKnown')
  })

  it('lists the gravest first, and a hundred at most', () => {
    const links = Array.from({ length: 500 }, () => ({ ...PLACE, href: '' }))
    const failure = { field: 'body', message: 'The template failed' }
    const found = findFindings({ ...SOUND, links, failure, type: 'MARKETING', wayOut: 'footer' })
    expect(found).to.have.length(MAX_FINDINGS)
    expect(found[0]?.code).to.equal('render_failed')
  })
})
