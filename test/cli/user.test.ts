import { expect } from 'chai'
import { userCommand } from '../../cli/user.js'
import { User } from '../../models/user.js'
import { createUser } from '../support/factories.js'
import { sessionHeaders, useGateway } from '../support/gateway.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'

const PASSWORD = 'a phrase of several words'

describe('posthorn user', () => {
  const gateway = useGateway()
  const run = (...args: string[]) => commandHere(userCommand, ['user', ...args])
  const logIn = async (email: string, password: string) =>
    (await gateway.as().post('/auth/login', { email, password })).status

  it('make a user, and give one a new password that ends all sessions', async () => {
    const made = await run('create', '--email', 'Ada@Example.com', '--json')
    expect(made.status, made.said).to.equal(0)
    const { email, password } = JSON.parse(made.said)
    expect(email).to.equal('ada@example.com')
    expect(await logIn(email, password)).to.equal(200)
    expect((await run('create', '--email', 'ada@example.com')).status).to.equal(1)

    const identity = { provider: 'github', subject: '9', email: null, connectedAt: new Date() } as const
    const user = await createUser({ password: PASSWORD, identities: [identity], networks: ['a network'] })
    const set = await run('set-password', '--email', user.email, '--json')
    expect(set.status, set.said).to.equal(0)
    // Whoever got into the account stays outside.
    expect(await User.findById(user._id).orFail().lean()).not.to.have.any.keys('identities', 'networks')
    expect(await logIn(user.email, PASSWORD)).to.equal(401)
    expect(await logIn(user.email, JSON.parse(set.said).password)).to.equal(200)
    expect((await gateway.as().get('/users/@me', sessionHeaders(user))).status).to.equal(401)
  })

  it('say what is wrong with their arguments', async () => {
    for (const args of [[], ['create'], ['remove', '--email', 'ada@example.com'], ['create', '--email', 'ada']]) {
      expect(await refusalOf(userCommand, ...args)).to.match(/[Mm]issing|Unknown action|not a valid/)
    }
    const unknown = await run('set-password', '--email', 'nobody@example.com')
    expect(unknown.status).to.equal(1)
    expect(unknown.said).to.include('nobody@example.com')
  })
})
