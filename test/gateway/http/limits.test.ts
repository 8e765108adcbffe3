import { expect } from 'chai'
import { limitsOf, senderKey, type Sender } from '../../../gateway/http/limits.js'

const of = (type: 'secretKey' | 'publicKey'): Sender => ({
  projectId: 'p',
  caller: type === 'publicKey' ? { type } : { type, keyId: null, scope: 'full', domains: null },
})
const session = { createdAt: new Date() }
const member: Sender = { projectId: 'p', caller: { type: 'user', userId: 'u', role: 'OWNER', session } }
const user: Sender = { user: { _id: 'u' } }

describe('the limits of a request', () => {
  it('are the ones that an endpoint declares, in place of the one for open endpoints', () => {
    expect(limitsOf({ limit: 'account' }, null)).to.deep.equal(['account'])
    expect(limitsOf({ limit: 'account' }, user)).to.deep.equal(['account', 'session'])
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
