import { expect } from 'chai'
import type { Access } from '../../gateway/http/access.js'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { LIMITS, type Exemption } from '../../gateway/http/limits.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { CreatedProject } from '../../commands/projects/create-project.js'
import { testConfig } from '../support/config.js'
import { createMember, createProject } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import type { HttpClient } from '../support/http-client.js'

/** The endpoints whose requests are not counted, written by hand: another one fails by its name. */
const EXEMPT: Record<Exemption, string[]> = {
  receiver: ['POST /webhooks/email-infra', 'POST /webhooks/incoming/billing'],
  health: ['GET /health', 'GET /ready'],
  'tracked link': ['GET /c/:token', 'GET /o/:token.gif'],
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
  const offered = allEndpoints.filter((endpoint) => endpoint.isOffered?.(config) ?? true)
  const most = Math.max(...Object.values(LIMITS).map(({ perMinute }) => perMinute(config)))

  /** The clients by whose credentials an endpoint can be asked, all new to the limits but for the network. */
  const clientsOf = async ({ id: projectId, secretKey, publicKey }: CreatedProject, access: Access) => {
    const signedIn = gateway.signedIn(await createMember({ projectId, role: 'OWNER' }), projectId)
    return {
      open: [gateway.as()],
      publicKey: [gateway.as(publicKey)],
      secretKey: [gateway.as(secretKey)],
      project: [gateway.as(secretKey), signedIn],
      user: [signedIn],
      member: [signedIn],
      memberOrKey: [gateway.as(secretKey), signedIn],
    }[access] satisfies HttpClient[]
  }
  const isRefused = async (client: HttpClient, { method, path }: AnyEndpoint, id: string): Promise<boolean> => {
    const url = path.replaceAll(':id', id).replaceAll(/:\w+/g, 'none')
    for (let n = 0; n <= most; n += 1) {
      const { status } = await client.request(method.toUpperCase(), url)
      if (status === 429) return true
    }
    return false
  }

  it('refuses a client that has used up the limit of its credential, unless it is exempt for a reason', async () => {
    const exempt = new Set(Object.values(EXEMPT).flat())
    const wrong: string[] = []
    for (const endpoint of offered) {
      const project = await createProject()
      for (const client of await clientsOf(project, endpoint.access)) {
        const name = endpointName(endpoint)
        if ((await isRefused(client, endpoint, project.id)) === exempt.has(name)) wrong.push(name)
      }
    }
    expect(wrong).to.deep.equal([])
  })

  it('that is exempt says why', () => {
    const found = allEndpoints.flatMap((endpoint) =>
      typeof endpoint.limit === 'object' ? [`${endpoint.limit.exempt}: ${endpointName(endpoint)}`] : [],
    )
    const listed = Object.entries(EXEMPT).flatMap(([reason, names]) => names.map((name) => `${reason}: ${name}`))
    expect(found.toSorted()).to.deep.equal(listed.toSorted())
  })
})
