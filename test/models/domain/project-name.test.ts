import { expect } from 'chai'
import { shownProjectName } from '../../../models/domain/project-name.js'

describe('the name of a project in a mail of the installation', () => {
  const shown: [string, string][] = [
    ['Acme', 'Acme'],
    ['  Café\tZürich\n2 ', 'Café Zürich 2'],
    ['Acme Inc. Berlin', 'Acme Inc. Berlin'],
    ['R&D <team>', 'R&D <team>'],
    ['東京チーム', '東京チーム'],
    ['a\u202Eb\u2066c\u0000d\u200Be', 'abcde'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ]
  for (const [name, expected] of shown) {
    it(`is shown: ${JSON.stringify(name)}`, () => expect(shownProjectName(name)).to.equal(expected))
  }

  const hidden = [
    ['', ' \u200B\u2028 ', 'x'.repeat(61), 'Account suspended! Pay at http://evil.example/pay', 'evil.example'],
    ['EVIL.EXAMPLE', 'Visit www.evil', 'see //evil', 'mail ceo@corp', 'evil\u200B.example', 'evil.\u202Eexample'],
    ['evil\uFF0Eexample', 'evil\u3002example', 'evil\uFF61example', 'evil\u2024example', 'ceo\uFF20corp'],
    ['бандит.рф', '192.0.2.7', 'Call +1 800 555 0199', 'Call ١٢٣٤٥٦٧'],
  ].flat()
  for (const name of hidden) {
    it(`is not shown: ${JSON.stringify(name)}`, () => expect(shownProjectName(name)).to.equal(null))
  }
})
