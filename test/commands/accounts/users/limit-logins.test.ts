import { expect } from 'chai'
import { admitLogin, forgiveLogin } from '../../../../commands/accounts/users/limit-logins.js'
import { AppError } from '../../../../models/domain/errors.js'
import { RateLimit } from '../../../../models/rate-limit.js'
import { useDatabase } from '../../../support/database.js'

const ada = { account: 'ada@example.com', address: '192.0.2.1', isKnown: false }

const isAdmitted = async (attempt: typeof ada): Promise<boolean> => {
  try {
    await admitLogin(attempt)
    return true
  } catch (error) {
    expect(error).to.be.instanceOf(AppError).with.property('code', 'RATE_LIMIT_EXCEEDED')
    expect((error as AppError).details?.['retryAfter']).to.be.within(1, 900)
    return false
  }
}
const admitted = async (attempts: (typeof ada)[]) =>
  (await Promise.all(attempts.map(isAdmitted))).filter(Boolean).length

describe('failed logins', () => {
  useDatabase({ isEmptied: 'before each' })

  it('are refused after 10 for an account, from all addresses together and at the same time', async () => {
    const attempts = Array.from({ length: 30 }, (_, n) => ({ ...ada, address: `192.0.2.${n}` }))
    expect(await admitted(attempts)).to.equal(10)
    expect(await isAdmitted({ ...ada, account: 'bob@example.com' })).to.equal(true)
  })

  it('are refused after 50 from an address, whatever the account', async () => {
    const attempts = Array.from({ length: 60 }, (_, n) => ({ ...ada, account: `user-${n}@example.com` }))
    expect(await admitted(attempts)).to.equal(50)
    expect(await isAdmitted({ ...ada, address: '192.0.2.2' })).to.equal(true)
  })

  it('are forgotten when the password was right', async () => {
    for (let n = 0; n < 60; n += 1) {
      expect(await isAdmitted(ada)).to.equal(true)
      await forgiveLogin(ada)
    }
  })

  it('of strangers do not lock out a network that has signed in before', async () => {
    await admitted(Array.from({ length: 30 }, (_, n) => ({ ...ada, address: `192.0.2.${n + 2}` })))
    expect(await isAdmitted(ada)).to.equal(false)
    expect(await isAdmitted({ ...ada, isKnown: true })).to.equal(true)
    expect(await admitted(Array.from({ length: 30 }, () => ({ ...ada, isKnown: true })))).to.equal(9)
  })

  it('are counted without storing the address of the account in the clear', async () => {
    await admitLogin(ada)
    expect(JSON.stringify(await RateLimit.find().lean())).not.to.contain('ada')
  })
})
