import { expect } from 'chai'
import { CompactIds } from '../../../gateway/tracking/compact-ids.js'
import { newId } from '../../../runtime/ids.js'

describe('compactly stored ids', () => {
  it('are found once they are added, in any order and however often, and no others', () => {
    const ids = new CompactIds()
    expect(ids.has(newId())).to.equal(false)
    const added = Array.from({ length: 3_000 }, newId)
    for (let from = 0; from < added.length; from += 700) ids.add(added.slice(from, from + 1_000).toReversed())
    expect(ids.size).to.equal(added.length)
    expect(added.every((id) => ids.has(id))).to.equal(true)
    expect(Array.from({ length: 3_000 }, newId).some((id) => ids.has(id))).to.equal(false)
  })
})
