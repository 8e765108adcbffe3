import { expect } from 'chai'
import { delayMs, describeMs, MAX_DELAY_MS } from '../../../models/domain/delay.js'

describe('delayMs', () => {
  it('counts every unit, and fractions of it to the millisecond', () => {
    expect(delayMs({ amount: 90, unit: 'minutes' })).to.equal(5_400_000)
    expect(delayMs({ amount: 1.5, unit: 'hours' })).to.equal(5_400_000)
    expect(delayMs({ amount: 3, unit: 'days' })).to.equal(259_200_000)
    expect(delayMs({ amount: 2, unit: 'weeks' })).to.equal(1_209_600_000)
    expect(delayMs({ amount: 0.05, unit: 'minutes' })).to.equal(3_000)
    expect(delayMs({ amount: 1 / 3, unit: 'minutes' })).to.equal(20_000)
  })

  it('makes 365 days the longest', () => expect(delayMs({ amount: 365, unit: 'days' })).to.equal(MAX_DELAY_MS))
})

describe('describeMs', () => {
  const table: [ms: number, words: string][] = [
    [1_000, '1 second'],
    [3_000, '3 seconds'],
    [60_000, '1 minute'],
    [5_400_000, '90 minutes'],
    [86_400_000, '1 day'],
    [259_200_000, '3 days'],
    [1_209_600_000, '14 days'],
    [1_500, '1.5 seconds'],
    [31_536_000_000, '365 days'],
    [0, '0 seconds'],
  ]
  for (const [ms, words] of table) {
    it(`reads ${ms} ms as ${words}`, () => expect(describeMs(ms)).to.equal(words))
  }
})
