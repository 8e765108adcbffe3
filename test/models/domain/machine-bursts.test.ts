import { expect } from 'chai'
import { isOfMachine, type RecentClick } from '../../../models/domain/machine-bursts.js'

const START = Date.UTC(2026, 0, 1)

type Row = [ms: number, link: string, agent?: string, isProbe?: 'HEAD']
const clickOf = ([ms, link, agent = 'chrome', probe]: Row): RecentClick => ({
  at: new Date(START + ms),
  link,
  agent,
  isProbe: probe === 'HEAD',
})

/** Clicks on one email, and which of them are a machine's. */
const CASES: [what: string, clicks: Row[], ofMachine: boolean[]][] = [
  ['one click', [[0, 'a']], [false]],
  [
    'two links at once',
    [
      [0, 'a'],
      [0, 'b'],
    ],
    [false, false],
  ],
  [
    'many clicks on two links',
    [
      [0, 'a'],
      [1, 'b'],
      [2, 'a'],
      [3, 'b'],
    ],
    [false, false, false, false],
  ],
  [
    'three links within two seconds',
    [
      [2_000, 'c'],
      [0, 'a'],
      [900, 'b'],
    ],
    [true, true, true],
  ],
  [
    'three links by different agents',
    [
      [0, 'a', 'x'],
      [1, 'b', 'y'],
      [2, 'c', 'z'],
    ],
    [true, true, true],
  ],
  [
    'three links within more',
    [
      [0, 'a'],
      [1_000, 'b'],
      [2_001, 'c'],
    ],
    [false, false, false],
  ],
  [
    'three links, and one after a pause',
    [
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
      [9_000, 'a'],
    ],
    [true, true, true, false],
  ],
  [
    'a person before three links',
    [
      [0, 'd'],
      [2_500, 'a'],
      [2_600, 'b'],
      [2_700, 'c'],
    ],
    [false, true, true, true],
  ],
  [
    'a HEAD before the GET',
    [
      [0, 'a', 'x', 'HEAD'],
      [2_000, 'a', 'x'],
    ],
    [true, true],
  ],
  [
    'a HEAD after the GET',
    [
      [0, 'a', 'x'],
      [1_500, 'a', 'x', 'HEAD'],
    ],
    [true, true],
  ],
  [
    'a HEAD of another agent',
    [
      [0, 'a', 'x', 'HEAD'],
      [10, 'a', 'y'],
    ],
    [true, false],
  ],
  [
    'a HEAD of another link',
    [
      [0, 'a', 'x', 'HEAD'],
      [10, 'b', 'x'],
    ],
    [true, false],
  ],
  [
    'a HEAD long before',
    [
      [0, 'a', 'x', 'HEAD'],
      [2_001, 'a', 'x'],
    ],
    [true, false],
  ],
]

describe('isOfMachine', () => {
  for (const [what, rows, expected] of CASES) {
    it(`judges the clicks of ${what}`, () => {
      const clicks = rows.map(clickOf)
      expect(clicks.map((click) => isOfMachine(click, clicks))).to.deep.equal(expected)
    })
  }

  it('judges the load of a pixel by the clicks of its own user agent within two seconds', () => {
    const burst = (
      [
        [0, 'a', 'x'],
        [1, 'b', 'x'],
        [2, 'c', 'y'],
      ] satisfies Row[]
    ).map(clickOf)
    const loads = (
      [
        [-1_900, 'x'],
        [1_900, 'y'],
        [1, 'z'],
        [2_100, 'x'],
      ] as const
    ).map(([ms, agent]) => ({
      ...clickOf([ms, '', agent]),
      link: null,
    }))
    expect(loads.map((load) => isOfMachine(load, burst))).to.deep.equal([true, true, false, false])
    const few = (
      [
        [0, 'a', 'x'],
        [1, 'b', 'x'],
      ] satisfies Row[]
    ).map(clickOf)
    expect(loads.map((load) => isOfMachine(load, few))).to.deep.equal([false, false, false, false])
  })
})
