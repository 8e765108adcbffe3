import { expect } from 'chai'
import { createWebhookClient, type WebhookClient } from '../../../activities/webhook/webhook-client.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { startReceiver, type Receiver } from './receiver.js'
import { attempt, callTo, outcomeOf } from './webhook-calls.js'

describe('a webhook whose caller can still prevent it', () => {
  let receiver: Receiver
  let client: WebhookClient

  beforeEach(async () => {
    receiver = await startReceiver()
    client = createWebhookClient({ allowPrivate: true })
  })
  afterEach(async () => {
    client.close()
    await receiver.close()
  })

  it('asks its caller once the connection is open, before anything is written, also on a kept connection', async () => {
    const received: number[] = []
    const mayLeave = async (): Promise<void> => {
      await eventuallyEquals(() => receiver.connections.open, 1)
      received.push(receiver.requests.length)
    }
    for (const _ of [1, 2]) expect(await outcomeOf(client, callTo(receiver.origin, { mayLeave }))).to.equal('HTTP 200')
    expect(received).to.deep.equal([0, 1])
    expect(receiver.connections.reached).to.have.length(1)
  })

  it('asks its caller at every redirect, and ends with the answer of the caller', async () => {
    const reason = new Error('Cancelled')
    let asked = 0
    const mayLeave = async (): Promise<void> => {
      asked += 1
      if (asked > 2) throw reason
    }
    receiver.answer = (_request, response) => response.writeHead(307, { location: '/again' }).end()
    expect(await attempt(client, callTo(receiver.origin, { mayLeave }))).to.equal(reason)
    expect(receiver.requests).to.have.length(2)
    await eventuallyEquals(() => receiver.connections.open, 0)
  })
})
