import { expect } from 'chai'
import { isCounted, keyOf, limitsOf, senderKey, type Sender } from '../../../gateway/http/limits.js'

const of = (type: 'secretKey' | 'publicKey'): Sender => ({
  projectId: 'p',
  caller: type === 'publicKey' ? { type } : { type, keyId: null, scope: 'full', domains: null },
})
const member: Sender = { projectId: 'p', caller: { type: 'user', userId: 'u', role: 'OWNER' } }
const user: Sender = { user: { _id: 'u' } }

describe('the limits of a request', () => {
  it('follow from its credential, or without one from its network', () => {
    expect(limitsOf({}, of('secretKey'))).to.deep.equal(['project'])
    expect(limitsOf({}, of('publicKey'))).to.deep.equal(['public_network', 'public'])
    expect([limitsOf({}, member), limitsOf({}, user)]).to.deep.equal([['session'], ['session']])
    expect(limitsOf({}, null)).to.deep.equal(['address'])
  })

  it('are the ones that an endpoint declares, in place of the one for open endpoints', () => {
    expect(limitsOf({ limit: 'account' }, null)).to.deep.equal(['account'])
    expect(limitsOf({ limit: 'account' }, user)).to.deep.equal(['account', 'session'])
  })

  it('are absent only for an endpoint that declares the reason', () => {
    expect(limitsOf({ limit: { exempt: 'health' } }, null)).to.deep.equal([])
    expect([isCounted({ limit: { exempt: 'health' } }), isCounted({})]).to.deep.equal([false, true])
  })

  it('count a credential by its project, its user, its network or both', () => {
    expect(keyOf('project', of('secretKey'), '192.0.2.1')).to.equal('p')
    expect(keyOf('public', of('publicKey'), '192.0.2.1')).to.equal('p')
    expect(keyOf('public_network', of('publicKey'), '192.0.2.1')).to.equal('p 192.0.2.1')
    expect([keyOf('session', member, 'n'), keyOf('session', user, 'n')]).to.deep.equal(['u', 'u'])
    expect([keyOf('address', null, '192.0.2.1'), keyOf('account', user, 'n')]).to.deep.equal(['192.0.2.1', 'n'])
  })
})

describe('the memory that a gateway holds for a sender', () => {
  it('is counted for each credential of a project separately, and for a user over all projects', () => {
    const keys = [senderKey(of('secretKey')), senderKey(of('publicKey')), senderKey(member)]
    expect(new Set(keys).size).to.equal(3)
    expect(senderKey(member)).to.equal(senderKey(user))
    expect(senderKey(null)).to.equal(null)
  })
})
