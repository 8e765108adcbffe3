import { expect } from 'chai'
import { createServer, type Server } from 'node:https'
import { createWebhookClient } from '../../../activities/webhook/webhook-client.js'
import { createCertificate } from '../../../embedded/provider/notifications/certificate.js'
import { PRIVATE_KEY_PEM, privateKey } from '../../support/rsa-keys.js'
import { callTo, outcomeOf } from './webhook-calls.js'
import { listen } from '../../support/listen.js'

describe('a webhook over TLS', () => {
  const cert = createCertificate(privateKey, 'hooks.example')
  let server: Server
  let port: number
  let calls: number

  beforeEach(async () => {
    calls = 0
    server = createServer({ key: PRIVATE_KEY_PEM, cert }, (_request, response) => {
      calls += 1
      response.end()
    })
    port = await listen(server)
  })
  afterEach(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })

  const call = async (host: string, ca?: string): Promise<string> => {
    const client = createWebhookClient({
      allowPrivate: true,
      resolve: async () => ['127.0.0.1'],
      ...(ca ? { ca } : {}),
    })
    return outcomeOf(client, callTo(`https://${host}:${port}/`)).finally(() => client.close())
  }

  it('reaches a server whose certificate it trusts, by the name in the address', async () => {
    expect(await call('hooks.example', cert)).to.equal('HTTP 200')
    expect(calls).to.equal(1)
  })

  it('sends nothing to a server whose certificate it cannot check, or whose certificate has another name', async () => {
    expect(await call('hooks.example')).to.equal('WebhookUnreachable: certificate rejected')
    expect(await call('other.example', cert)).to.equal('WebhookUnreachable: certificate rejected')
    expect(await call('127.0.0.1', cert)).to.equal('WebhookUnreachable: certificate rejected')
    expect(calls).to.equal(0)
  })
})
