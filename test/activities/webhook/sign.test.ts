import { expect } from 'chai'
import { signatureHeaders } from '../../../activities/webhook/sign.js'
import { makeWebhookSecret } from '../../../commands/tenancy/projects/project-keys.js'

describe('the signature of a webhook', () => {
  it('is that of the test vector which the libraries of Standard Webhooks share', () => {
    const signing = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      sentAt: new Date(1_614_265_330_000),
    }
    expect(signatureHeaders(signing, Buffer.from('{"test": 2432232314}'))).to.deep.equal({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('changes with the body, the id, the second and the secret, and covers a call without a body', () => {
    const signing = { secret: makeWebhookSecret(), id: 'a:1', sentAt: new Date(1_000) }
    const body = Buffer.from('text')
    const signatures = [
      signatureHeaders(signing, body),
      signatureHeaders(signing, Buffer.from('text ')),
      signatureHeaders(signing, null),
      signatureHeaders({ ...signing, id: 'a:2' }, body),
      signatureHeaders({ ...signing, sentAt: new Date(2_000) }, body),
      signatureHeaders({ ...signing, secret: makeWebhookSecret() }, body),
    ].map((headers) => headers['webhook-signature'])
    expect(new Set(signatures).size).to.equal(signatures.length)
    expect(signatureHeaders({ ...signing, sentAt: new Date(1_999) }, body)['webhook-signature']).to.equal(signatures[0])
  })
})
