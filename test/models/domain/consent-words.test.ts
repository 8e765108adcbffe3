import { expect } from 'chai'
import { readConsent, type Consent, type ConsentReading } from '../../../models/domain/consent-words.js'

const LANGUAGES: [string, string, string][] = [
  ['en', 'yes true 1 y on subscribed active', 'no false 0 n off unsubscribed inactive'],
  ['de', 'ja wahr', 'nein falsch'],
  ['fr', 'oui vrai', 'non faux'],
  ['es', 'sí si verdadero', 'no falso'],
  ['it', 'sì si vero', 'no falso'],
  ['nl', 'ja waar', 'nee onwaar'],
  ['pt', 'sim verdadeiro', 'não nao falso'],
  ['pl', 'tak prawda', 'nie fałsz'],
  ['sv', 'ja sant', 'nej falskt'],
  ['ja', 'はい', 'いいえ'],
]

describe('a word for the subscription', () => {
  for (const [language, yes, no] of LANGUAGES) {
    for (const [list, consent] of [
      [yes, 'subscribed'],
      [no, 'unsubscribed'],
    ] as const) {
      for (const word of list.split(' ')) {
        it(`is understood in ${language}, in any case and either form of its accents: ${word}`, () => {
          for (const spelled of [word, word.toUpperCase(), word.normalize('NFD'), word.normalize('NFC')]) {
            expect(readConsent(spelled, 'answer'), spelled).to.equal(consent)
          }
        })
      }
    }
  }

  const CASES: [ConsentReading, string, Consent | undefined | null][] = [
    ['answer', 'Active', 'subscribed'],
    ['answer', 'ＹＥＳ', 'subscribed'],
    ['answer', 'maybe', null],
    ['answer', 'pending', null],
    ['answer', 'bounced', null],
    ['answer', '2024-05-01', null],
    ['answer', 'y'.repeat(10_000), null],
    ['state', 'Subscribed', 'subscribed'],
    ['state', 'Unsubscribed', 'unsubscribed'],
    ['state', 'cleaned', 'unsubscribed'],
    ['state', 'Hard Bounced', 'unsubscribed'],
    ['state', 'Junk', 'unsubscribed'],
    ['state', 'BLOCKLISTED', 'unsubscribed'],
    ['state', 'suppressed', 'unsubscribed'],
    ['state', 'opted-out', 'unsubscribed'],
    ['state', 'Opted In', 'subscribed'],
    ['state', 'pending', 'pending'],
    ['state', 'Unconfirmed', 'pending'],
    ['state', 'NEVER_SUBSCRIBED', 'pending'],
    ['state', 'nonsubscribed', 'pending'],
    ['state', 'Nein', 'unsubscribed'],
    ['state', 'gold', null],
    ['optOut', 'yes', 'unsubscribed'],
    ['optOut', 'TRUE', 'unsubscribed'],
    ['optOut', '1', 'unsubscribed'],
    ['optOut', 'no', undefined],
    ['optOut', 'falsch', undefined],
    ['optOut', '0', undefined],
    ['optOut', 'never', undefined],
    ['optOut', '-', undefined],
    ['optOut', '0000-00-00 00:00:00', undefined],
    ['optOut', '2024-05-01 10:11:12', 'unsubscribed'],
    ['optOut', '01.05.2024', 'unsubscribed'],
    ['optOut', '5/1/24', 'unsubscribed'],
    ['optOut', '1714557072', 'unsubscribed'],
    ['optOut', 'unsubscribed', 'unsubscribed'],
    ['optOut', 'subscribed', 'subscribed'],
    ['optOut', 'active', null],
    ['optOut', 'perhaps', null],
    ['reason', 'too many mails', 'unsubscribed'],
    ['reason', 'n/a', undefined],
  ]
  for (const [reading, cell, consent] of CASES) {
    it(`"${cell.slice(0, 20)}" in a column read as ${reading} is ${consent ?? (consent === null ? 'refused' : 'silent')}`, () => {
      expect(readConsent(cell, reading)).to.equal(consent)
    })
  }
})
