import { expect } from 'chai'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { LIMITS, type Exemption } from '../../gateway/http/limits.js'
import { servedEndpoints } from '../../gateway/routes/index.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { testConfig } from '../support/config.js'
import { UNKNOWN_ID } from '../support/endpoint-calls.js'
import { createMember, createProject } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'

/** The endpoints whose requests are not counted, written by hand: another one fails by its name. */
const EXEMPT: Record<Exemption, string[]> = {
  receiver: ['POST /webhooks/email-infra', 'POST /webhooks/incoming/billing'],
  health: ['GET /health', 'GET /ready'],
  'tracked link': ['GET /c/:token', 'GET /o/:token.gif'],
  dashboard: ['GET /', 'GET /dashboard', 'GET /dashboard/frame', 'GET /dashboard/*path', 'GET /dashboard/assets/:file'],
  'recipient page': [
    'GET /unsubscribe/:token',
    'POST /unsubscribe/:token',
    'GET /subscribe/:token',
    'POST /subscribe/:token',
    'GET /manage/:token',
    'POST /manage/:token',
  ],
}

const LIMIT = { RATE_LIMIT_PER_MINUTE: 1, RATE_LIMIT_PUBLIC_PER_MINUTE: 1, OPEN_RATE_LIMIT_PER_MINUTE: 1 }

describe('every endpoint', () => {
  const config = testConfig(LIMIT)
  const gateway = useGateway(LIMIT)
  const offered = servedEndpoints.filter((endpoint) => endpoint.isOffered?.(config) ?? true)
  const most = Math.max(...Object.values(LIMITS).map(({ perMinute }) => perMinute(config)))

  /** The clients whose credentials may be used for an endpoint, all new to the limits except for the network. */
  const clientsOf = async ({ access }: AnyEndpoint): Promise<{ clients: HttpClient[]; projectId: string }> => {
    if (access === 'open') return { clients: [gateway.as()], projectId: UNKNOWN_ID }
    const { id: projectId, secretKey, publicKey } = await createProject()
    const keys = { publicKey: [publicKey], secretKey: [secretKey], project: [secretKey], memberOrKey: [secretKey] }
    const clients = (keys[access as keyof typeof keys] ?? []).map((key) => gateway.as(key))
    if (access === 'publicKey' || access === 'secretKey') return { clients, projectId }
    const member = await createMember({ projectId, role: 'OWNER' })
    return { clients: [...clients, gateway.signedIn(member, projectId)], projectId }
  }
  const isRefused = async (client: HttpClient, { method, path }: AnyEndpoint, id: string): Promise<boolean> => {
    const url = path.replaceAll(':id', id).replaceAll(/:\w+/g, 'none')
    for (let n = 0; n <= most; n += 1) {
      const { status } = await client.request(method.toUpperCase(), url)
      if (status === 429) return true
    }
    return false
  }

  it('refuses a client that has used up the limit of its credential, unless the endpoint is exempt', async () => {
    const exempt = new Set(Object.values(EXEMPT).flat())
    const isRight = async (endpoint: AnyEndpoint): Promise<boolean> => {
      const { clients, projectId } = await clientsOf(endpoint)
      const refused = await Promise.all(clients.map((client) => isRefused(client, endpoint, projectId)))
      return refused.every((each) => each !== exempt.has(endpointName(endpoint)))
    }
    // A limiter waits between reads of the database, so that one by one takes long. All of them together could keep a
    // slow database so busy that the limits are unavailable, and the requests pass.
    const wrong: string[] = []
    await mapConcurrent(offered, 16, async (endpoint) => {
      if (!(await isRight(endpoint))) wrong.push(endpointName(endpoint))
    })
    expect(wrong).to.deep.equal([])
  })

  it('that is exempt declares the reason', () => {
    const found = servedEndpoints.flatMap((endpoint) =>
      typeof endpoint.limit === 'object' ? [`${endpoint.limit.exempt}: ${endpointName(endpoint)}`] : [],
    )
    const listed = Object.entries(EXEMPT).flatMap(([reason, names]) => names.map((name) => `${reason}: ${name}`))
    expect(found.toSorted()).to.deep.equal(listed.toSorted())
  })
})
