import { expect } from 'chai'
import { fitDataPatch, planDataPatch } from '../../../models/domain/data.js'

describe('the part of a patch that has room', () => {
  const ROOM = { keys: 4, bytes: 60 }
  const fit = (current: Record<string, unknown>, data: object) => fitDataPatch(current, planDataPatch(data), ROOM)

  it('is all of it while there is room, and the patch itself', () => {
    const patch = planDataPatch({ a: 1, b: 'x', c: null, d: { value: 1, persistent: false } })
    expect(fitDataPatch({ c: 1 }, patch, ROOM)).to.equal(patch)
    expect(fitDataPatch({ a: 1, b: 'x' }, planDataPatch({ a: 1 }), { keys: 0, bytes: 0 }).set).to.deep.equal({ a: 1 })
  })

  it('ends with the keys, in the order of the patch; known keys always have room', () => {
    expect(fit({ a: 1, b: 2 }, { x: 1, b: 3, y: 1, z: 1 }).set).to.deep.equal({ x: 1, b: 3, y: 1 })
    expect(fit({ a: 1, b: 2, c: 3, d: 4, e: 5 }, { a: 9, x: 1 }).set).to.deep.equal({ a: 9 })
  })

  it('counts the keys that it removes as free', () => {
    const { set, unset } = fit({ a: 1, b: 2, c: 3, d: 4 }, { x: 1, y: 1, a: null })
    expect([set, unset]).to.deep.equal([{ x: 1 }, ['a']])
  })

  it('ends with the bytes, but a value that is no longer than before has room', () => {
    const long = 'x'.repeat(39)
    expect(fit({ a: 1 }, { b: long, c: 1, d: 'ü'.repeat(30) }).set).to.deep.equal({ b: long, c: 1 })
    expect(fit({ a: long, b: long }, { a: 'x'.repeat(40) }).set).to.deep.equal({})
    expect(fit({ a: long, b: long }, { a: 'y'.repeat(39), c: 1 }).set).to.deep.equal({ a: 'y'.repeat(39) })
  })
})
