import { expect } from 'chai'
import { nameWordsOf, searchedNameWords } from '../../../models/domain/name-words.js'

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

describe('the words of a name', () => {
  for (const [data, words] of table) {
    it(`of ${JSON.stringify(data)} are ${words === '' ? 'none' : words}`, () => {
      expect(nameWordsOf(data).join(' ')).to.equal(words)
    })
  }

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
      const words = nameWordsOf(data)
      for (const part of searchedNameWords(search)) {
        expect(
          words.some((word) => word.startsWith(part)),
          `${search} in ${words.join(' ')}`,
        ).to.equal(true)
      }
    }
  })

  it('are limited in number and length', () => {
    const words = nameWordsOf({
      name: 'x'.repeat(300_000),
      lastName: Array.from({ length: 99 }, (_, n) => n).join(' '),
    })
    expect(words).to.have.lengthOf(20)
    expect(words[0]).to.have.lengthOf(40)
    expect(searchedNameWords('a b c d e f g')).to.have.lengthOf(5)
    expect(searchedNameWords('x'.repeat(99))).to.deep.equal(['x'.repeat(40)])
  })
})
