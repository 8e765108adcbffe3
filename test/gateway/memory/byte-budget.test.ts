import { expect } from 'chai'
import { ByteBudget, NoRoomError } from '../../../gateway/memory/byte-budget.js'

describe('a budget of bytes', () => {
  const shares = (network: string) => [
    { key: 'smtp', share: 1 / 2 },
    { key: network, share: 1 / 4 },
  ]

  it('holds a sender to each of its shares, and all to the whole', () => {
    const budget = new ByteBudget(100)
    const [one, two, three] = ['a', 'a', 'b'].map((network) => budget.reserve(shares(network)))
    one?.growTo(20)
    expect(() => two?.growTo(6)).to.throw(NoRoomError)
    two?.growTo(5)
    three?.growTo(25)
    expect(() => budget.reserve(shares('c')).growTo(1)).to.throw(NoRoomError)
    const others = budget.reserve([{ key: 'd', share: 1 }])
    expect(() => others.growTo(51)).to.throw(NoRoomError)
    others.growTo(50)
    expect(budget.heldBytes).to.equal(100)
    for (const reservation of [one, two, three, others]) reservation?.release()
    expect(budget.heldBytes).to.equal(0)
    budget.reserve(shares('a')).growTo(25)
  })

  it('tells of what was refused, but not of what goes elsewhere', () => {
    let refused = 0
    const observer = { limited: () => undefined, changed: () => undefined, refused: () => void (refused += 1) }
    const reservation = new ByteBudget(10, observer).reserve([{ key: 'a', share: 1 }])
    expect(reservation.tryToGrow(11)).to.equal(false)
    expect(refused).to.equal(0)
    expect(() => reservation.growTo(11)).to.throw(NoRoomError)
    expect(refused).to.equal(1)
    expect(reservation.tryToGrow(10)).to.equal(true)
    expect(reservation.tryToGrow(5)).to.equal(true)
    reservation.release()
    reservation.release()
    expect(reservation.tryToGrow(10)).to.equal(true)
  })
})
