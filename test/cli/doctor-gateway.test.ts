import { expect } from 'chai'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { gatewayArea } from '../../cli/doctor/gateway.js'
import { testConfig } from '../support/config.js'
import { lineOf } from '../support/diagnosis.js'
import { useGateway } from '../support/gateway.js'
import { listen } from '../support/listen.js'
import { serveGateway } from '../support/serve-gateway.js'

// The doctor reads from the count of requests without a key which address the gateway takes for that of the client.
const COUNTING = { OPEN_RATE_LIMIT_PER_MINUTE: 300 }

describe('posthorn doctor and a gateway', () => {
  const trusting = useGateway({ TRUSTED_PROXY_HOPS: 1, ...COUNTING })
  const direct = useGateway({ TRUSTED_PROXY_HOPS: 0, ...COUNTING })
  const proxies = (GATEWAY_URL: string, hops: number): Promise<string> =>
    lineOf(gatewayArea, 'trusted proxies', { GATEWAY_URL, TRUSTED_PROXY_HOPS: String(hops) })

  it('tells when a client can forge its address, because the gateway trusts a proxy that is not there', async () => {
    expect(await proxies(trusting.origin, 1)).to.match(/^fault: .*forged X-Forwarded-For.* → Set TRUSTED_PROXY_HOPS/)
    expect(await proxies(direct.origin, 0)).to.match(/^ok/)
  })

  it('tells of a gateway that does not reach Temporal, and of another server in its place', async () => {
    const gateway = await serveGateway(testConfig(), { isTemporalReachable: false })
    try {
      const readiness = await lineOf(gatewayArea, 'gateway readiness', { GATEWAY_URL: gateway.origin })
      expect(readiness).to.match(/^fault: seen from the gateway: .*Temporal.* → Check MONGODB_URI and TEMPORAL_ADDRESS/)
    } finally {
      await gateway.close()
    }
    const other = createHttpServer((_request, response) => response.end('{"status":"ok"}'))
    const GATEWAY_URL = `http://127.0.0.1:${await listen(other)}`
    try {
      const found = await lineOf(gatewayArea, 'gateway', { GATEWAY_URL })
      expect(found).to.match(/^fault: .*\/health returned .*, not from Posthorn → Start the gateway/)
    } finally {
      other.close()
    }
  })

  it('tells of a gateway that takes connections and does not answer', async () => {
    const hanging = createServer()
    const port = await listen(hanging)
    try {
      const found = await lineOf(gatewayArea, 'gateway', { GATEWAY_URL: `http://127.0.0.1:${port}` })
      expect(found).to.match(/^fault: .*cannot be reached.* → Start the gateway/)
    } finally {
      hanging.close()
    }
  })
})
