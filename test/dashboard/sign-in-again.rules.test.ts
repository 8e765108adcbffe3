import { expect } from 'chai'
import { ApiError } from '../../dashboard/api/api-error.js'
import { whileSignedIn } from '../../dashboard/api/client.js'
import { signInAgain } from '../../dashboard/session/sign-in-again.js'

/** A request that is refused once, when the test says so, and then answered. */
function refusedOnce(kind: { isWrite: boolean }) {
  let refuse = (): void => undefined
  const refused = new Promise<string>((_, reject) => {
    refuse = () => reject(new ApiError({ code: 'UNAUTHORIZED', status: 401, message: '' }))
  })
  const answers = [refused, Promise.resolve('answered')]
  const answer = whileSignedIn(() => answers.shift() ?? Promise.reject(new Error('A third request')), kind)
  return { answer, refuse }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a call that is refused because the session has ended', () => {
  afterEach(() => signInAgain.giveUp())

  it('is repeated after the sign-in, or, if it changes something, once the user confirms', async () => {
    const [list, change] = [refusedOnce({ isWrite: false }), refusedOnce({ isWrite: true })]
    list.refuse()
    change.refuse()
    await settled()
    expect(signInAgain.get()).to.deep.equal({ step: 'sign-in' })
    signInAgain.resume()
    expect(await list.answer).to.equal('answered')
    expect(signInAgain.get()).to.deep.equal({ step: 'repeat', writes: 1 })
    signInAgain.repeatWrites()
    expect(await change.answer).to.equal('answered')
    expect(signInAgain.get()).to.deep.equal({ step: 'none' })
  })

  it('asks for no second sign-in when its refusal comes after the first', async () => {
    const [first, list, change] = [
      refusedOnce({ isWrite: false }),
      refusedOnce({ isWrite: false }),
      refusedOnce({ isWrite: true }),
    ]
    first.refuse()
    await settled()
    signInAgain.resume()
    list.refuse()
    expect(await list.answer).to.equal('answered')
    expect(signInAgain.get()).to.deep.equal({ step: 'none' })
    change.refuse()
    await settled()
    expect(signInAgain.get()).to.deep.equal({ step: 'repeat', writes: 1 })
    signInAgain.repeatWrites()
    expect(await change.answer).to.equal('answered')
  })

  it('asks for a sign-in again when the session ends once more, and fails as refused when the user gives up', async () => {
    const first = refusedOnce({ isWrite: false })
    first.refuse()
    await settled()
    signInAgain.resume()
    await first.answer
    const second = refusedOnce({ isWrite: false })
    second.refuse()
    await settled()
    expect(signInAgain.get()).to.deep.equal({ step: 'sign-in' })
    signInAgain.giveUp()
    expect(await second.answer.catch((error: ApiError) => error.code)).to.equal('UNAUTHORIZED')
  })
})
