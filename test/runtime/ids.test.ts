import { expect } from 'chai'
import { validate, version } from 'uuid'
import { newId } from '../../runtime/ids.js'

describe('newId', () => {
  it('makes ids that differ and sort by the order in which they were made', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids.every((id) => validate(id) && version(id) === 7)).to.equal(true)
    expect(new Set(ids).size).to.equal(ids.length)
    expect(ids.toSorted()).to.deep.equal(ids)
  })
})
