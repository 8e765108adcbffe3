import { expect } from 'chai'
import { GroupSize } from '../../../activities/campaign/group-size.js'

describe('the group size of a campaign', () => {
  const sizesAfter = (...groups: [count: number, ms: number][]): number[] => {
    const groupSize = new GroupSize()
    return groups.map(([count, ms]) => {
      groupSize.adapt(count, ms)
      return groupSize.current
    })
  }

  it('is what the provider takes in half a second, reached step by step', () => {
    expect(sizesAfter([50, 100], [100, 250], [200, 500])).to.deep.equal([100, 200, 200])
  })

  it('is small with a slow provider, and never a whole audience with a fast one', () => {
    expect(sizesAfter([50, 5_000])).to.deep.equal([25])
    expect(sizesAfter([50, 1], [100, 1], [200, 0])).to.deep.equal([100, 200, 300])
  })

  it('shrinks at once when the provider slows down', () => {
    expect(sizesAfter([50, 50], [100, 100], [200, 4_000])).to.deep.equal([100, 200, 25])
  })
})
