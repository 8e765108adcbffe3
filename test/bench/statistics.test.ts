import { expect } from 'chai'
import { latencyOf, mean, quantile, round, slope } from '../../bench/measuring/statistics.js'

describe('the statistics of benchmarks', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)

  it('give the value below which a share of the samples lies, in any order of the samples', () => {
    expect(quantile(hundred, 0.5)).to.equal(51)
    expect(quantile(hundred, 0.99)).to.equal(100)
    expect(quantile(hundred, 1)).to.equal(100)
    expect(quantile([7], 0.99)).to.equal(7)
    expect(quantile([], 0.5)).to.be.NaN
  })

  it('leave the samples as they are', () => {
    const samples = [3, 1, 2]
    quantile(samples, 0.5)
    expect(samples).to.deep.equal([3, 1, 2])
  })

  it('summarise times by count, median, 99th percentile and maximum', () => {
    expect(latencyOf([1.234, 5, 3])).to.deep.equal({ count: 3, p50Ms: 3, p95Ms: 5, p99Ms: 5, maxMs: 5 })
  })

  it('find the slope of memory that grows, whatever it starts from', () => {
    const points = [0, 1, 2, 3].map((x) => ({ x, y: 100 + 2.5 * x }))
    expect(slope(points)).to.equal(2.5)
    expect(slope(points.map(({ x, y }) => ({ x, y: y + (x % 2 === 0 ? 1 : -1) })))).to.be.closeTo(2.1, 1e-9)
  })

  it('find no slope in memory that stays, nor in less than two points', () => {
    expect(slope([5, 5, 5].map((y, x) => ({ x, y })))).to.equal(0)
    expect(slope([{ x: 1, y: 9 }])).to.equal(0)
    expect(slope([])).to.equal(0)
  })

  it('round to decimals, and give the mean', () => {
    expect(round(1.23456, 2)).to.equal(1.23)
    expect(round(Number.NaN, 2)).to.be.NaN
    expect(mean([1, 2, 6])).to.equal(3)
  })
})
