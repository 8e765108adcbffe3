import { expect } from 'chai'
import { searchedBy } from '../../../models/domain/search-words.js'
import { searchedWords } from '../../../models/domain/text-words.js'

const table: [data: Record<string, unknown>, words: string][] = [
  [{ name: 'Ann Lee' }, 'ann lee'],
  [{ firstName: 'Ann', lastName: 'Lee', plan: 'pro' }, 'ann lee'],
  [{ 'first name': 'Ann', 'last name': 'Lee' }, 'ann lee'],
  [{ First_Name: 'Ann', LASTNAME: 'LEE' }, 'ann lee'],
  [{ name: '  Ann,  Lee-Smith (CEO) ', firstName: 'ann' }, 'ann lee smith ceo'],
  [{ name: 'Jörg Müller-Weiß' }, 'jorg muller weiss'],
  [{ name: 'Mu\u0308ller' }, 'muller'],
  [{ name: 'Łukasz Đorđe İpek Ærø' }, 'lukasz dorde ipek aero'],
  [{ name: "Sean O'Brien d’Artagnan" }, 'sean obrien brien dartagnan artagnan'],
  [{ name: 'Александр Пушкин' }, 'александр пушкин'],
  [{ name: 'ΓΙΏΡΓΟΣ' }, 'γιωργοσ'],
  [{ name: '王小明' }, '王小明 小明 明'],
  [{ name: 'ＡＮＮ' }, 'ann'],
  [{ name: 5, firstName: ['Ann'], lastName: { a: 'b' } }, ''],
  [{ name: '', lastName: '— !' }, ''],
  [{ username: 'ann', company_name: 'Lee' }, ''],
  [{}, ''],
]

const addresses: [email: string, words: string][] = [
  ['ann@example.com', ''],
  ['ann.lee@example.com', 'ann lee'],
  ['ann_lee+news-1985@example.com', 'ann lee news 1985'],
  ["sean.o'brien@example.com", 'sean obrien brien'],
  ['c123@example.com', ''],
  ['ann@mail.uni-bonn.de', 'uni bonn'],
  ['ann@shop.acme.co.uk', 'acme'],
  ['jörg.müller@example.com', 'jorg muller'],
  ['ann@shop.xn--mller-kva.example', ''],
  ['no address', ''],
]

const wordsOf = (data: Record<string, unknown>): string[] =>
  searchedBy({ email: 'x@example.com', data }).searchWords ?? []

describe('the words by which a contact is searched', () => {
  for (const [data, words] of table) {
    it(`of the name ${JSON.stringify(data)} are ${words === '' ? 'none' : words}`, () => {
      expect(wordsOf(data).join(' ')).to.equal(words)
    })
  }

  for (const [email, words] of addresses) {
    it(`of the address ${email} are ${words === '' ? 'none, as its beginning finds it' : words}`, () => {
      expect((searchedBy({ email, data: {} }).searchWords ?? []).join(' ')).to.equal(words)
    })
  }

  it('are each once, of the name and the address, the name first', () => {
    const searchWords = ['ann', 'lee', 'smith']
    expect(searchedBy({ email: 'ann.smith@example.com', data: { name: 'Ann Lee' } })).to.deep.equal({ searchWords })
    expect(searchedBy({ email: 'ann@example.com', data: {} })).to.deep.equal({})
  })

  it('are found by their beginnings, however they are written', () => {
    const pairs: [data: Record<string, unknown>, search: string][] = [
      [{ name: 'Ann Lee' }, 'lee an'],
      [{ name: 'Jörg Müller' }, 'MÜLL jorg'],
      [{ name: 'Jorg Muller' }, 'Jörg'],
      [{ name: "O'Brien" }, "o'b"],
      [{ name: 'O’Brien' }, 'obri'],
      [{ name: 'Jean-Luc' }, 'jean-luc'],
      [{ name: '王小明' }, '小明'],
      [{ name: '김민수' }, '민수'],
      [{ name: 'สมชาย ใจดี' }, 'ใจ'],
      [{ name: 'محمد علي' }, 'علي'],
    ]
    for (const [data, search] of pairs) {
      const words = wordsOf(data)
      for (const part of searchedWords(search)) {
        expect(
          words.some((word) => word.startsWith(part)),
          `${search} in ${words.join(' ')}`,
        ).to.equal(true)
      }
    }
  })

  it('are limited in number and length', () => {
    const words = wordsOf({
      name: 'x'.repeat(300_000),
      lastName: Array.from({ length: 99 }, (_, n) => n).join(' '),
    })
    expect(words).to.have.lengthOf(20)
    expect(words[0]).to.have.lengthOf(40)
    expect(searchedWords('a b c d e f g')).to.have.lengthOf(5)
    expect(searchedWords('x'.repeat(99))).to.deep.equal(['x'.repeat(40)])
  })
})
