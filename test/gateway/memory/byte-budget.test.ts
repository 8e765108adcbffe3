import { expect } from 'chai'
import { ByteBudget, NoRoomError, type Share } from '../../../gateway/memory/byte-budget.js'

describe('a budget of bytes', () => {
  const shares = (network: string): [Share, Share] => [
    { key: 'smtp', share: 1 / 2 },
    { key: network, share: 1 / 4 },
  ]

  it('limits a member to its share, a group to its own, and all to the whole', () => {
    const budget = new ByteBudget(100)
    const group: [Share] = [{ key: 'smtp', share: 1 / 2 }]
    const [one, two] = ['a', 'a'].map((network) => budget.reserve(shares(network)))
    const three = budget.reserve(group)
    one?.growTo(20)
    expect(() => two?.growTo(6)).to.throw(NoRoomError)
    two?.growTo(5)
    three.growTo(25)
    expect(() => budget.reserve(group).growTo(1)).to.throw(NoRoomError)
    const others = budget.reserve([{ key: 'd', share: 1 }])
    expect(() => others.growTo(51)).to.throw(NoRoomError)
    others.growTo(50)
    expect(budget.heldBytes).to.equal(100)
    for (const reservation of [one, two, three, others]) reservation?.release()
    expect(budget.heldBytes).to.equal(0)
    budget.reserve(shares('a')).growTo(25)
  })

  it('makes each member leave free as much as it holds, in its group and in all', () => {
    const budget = new ByteBudget(1_000)
    const member = (group: string, share: number, key: string) =>
      budget.reserve([
        { key: group, share },
        { key, share: 1 },
      ])
    const taken = ['a', 'b', 'c', 'd'].map((key) => {
      const reservation = member('public', 1 / 4, key)
      let bytes = 0
      while (reservation.tryToGrow(bytes + 1)) bytes += 1
      return bytes
    })
    expect(taken).to.deep.equal([125, 62, 31, 16])
    const large = member('trusted', 1, 'e')
    expect(large.tryToGrow(384)).to.equal(false)
    expect(large.tryToGrow(383)).to.equal(true)
    expect(member('open', 1 / 4, 'f').tryToGrow(192)).to.equal(false)
    expect(member('trusted', 1, 'f').tryToGrow(191)).to.equal(true)
  })

  it('can check for room without reserving it', () => {
    const budget = new ByteBudget(100)
    const [one, two] = ['a', 'b'].map((key) => budget.reserve([{ key, share: 1 }]))
    one?.requireRoom(100)
    expect(budget.heldBytes).to.equal(0)
    two?.growTo(60)
    expect(() => one?.requireRoom(41)).to.throw(NoRoomError)
    one?.growTo(40)
    one?.requireRoom(40)
  })

  it('reports refused bytes, but not bytes that are stored elsewhere instead', () => {
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
