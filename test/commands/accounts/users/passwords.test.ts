import { hash as argon2 } from '@node-rs/argon2'
import { expect } from 'chai'
import { AppError } from '../../../../models/domain/errors.js'
import { isCommonPassword } from '../../../../models/domain/common-passwords.js'
import { hashPassword, verifyPassword } from '../../../../commands/accounts/users/passwords.js'

describe('passwords', () => {
  it('are correct or wrong, and always wrong for an account without one', async () => {
    const hash = await hashPassword('a phrase')
    expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(hash, 'a phrase')).to.equal(true)
    expect(await verifyPassword(hash, 'A phrase')).to.equal(false)
    expect(await verifyPassword(null, 'a phrase')).to.equal(false)
  })

  it('are hashed with limited concurrency, and refused for now when too many wait', async () => {
    // The cheapest hash there is, as so many of them are verified.
    const hash = await argon2('a phrase', { memoryCost: 8, timeCost: 1 })
    const all = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword(hash, 'a phrase')))
    const done = all.filter((outcome) => outcome.status === 'fulfilled' && outcome.value)
    const deferred = all.filter((outcome) => outcome.status === 'rejected')
    expect([done.length, deferred.length]).to.deep.equal([102, 8])
    for (const { reason } of deferred)
      expect(reason).to.be.instanceOf(AppError).with.property('code', 'SERVICE_UNAVAILABLE')
    expect(await verifyPassword(hash, 'a phrase')).to.equal(true)
  })

  it('do not block other requests while they are hashed', async () => {
    let turns = 0
    const turn = (): void => {
      turns += 1
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const hashing = [1, 2, 3, 4].map(() => hashPassword('a phrase'))
    await Promise.all(hashing).finally(() => clearImmediate(next))
    // Without a thread of its own each hash would take one turn at most.
    expect(turns).to.be.above(10)
  })

  it('that are common are recognised in any case', () => {
    for (const common of ['password1', 'PassW0rd', '12345678', 'iloveyou', 'qwertyuiop', 'zzzzzzzzzz']) {
      expect(isCommonPassword(common), common).to.equal(true)
    }
    expect(isCommonPassword('correct horse battery staple')).to.equal(false)
  })
})
