import { expect } from 'chai'
import type { AnyEndpoint } from '../../../gateway/http/endpoint.js'
import { everything } from '../../support/database.js'
import { MARK, named, urlOf, type Names } from '../../support/endpoint-calls.js'
import { clientFor, furnish, type Furnished } from '../../support/example-records.js'
import { useGateway } from '../../support/gateway.js'
import type { ClientResponse, HttpClient } from '../../support/http-client.js'
import { useStripe } from '../../support/stripe-server.js'

/** The content type of most bodies. */
export const json = { 'content-type': 'application/json' }

/** A request that has to be refused, by one of these statuses where there are any. */
export interface Refusal {
  what: string
  send: () => Promise<ClientResponse>
  statuses?: number[]
  /** What else the answer has to be. */
  check?: (res: ClientResponse) => void
}

/** A gateway with a project, that hostile input is sent to. */
export interface Target {
  readonly names: Names
  readonly secret: HttpClient
  /** Makes a new project with what requests to these endpoints need, for a test whose input may change something. */
  furnish(...endpoints: AnyEndpoint[]): Promise<void>
  /** Sends a body, whose ids and addresses of the examples become those of the project. */
  send(endpoint: AnyEndpoint, body: string | Uint8Array, headers?: Record<string, string>): Promise<ClientResponse>
  /**
   * Each is refused so that the caller can understand it, and after all of them nothing is there that was not before.
   */
  expectRefused(refusals: Refusal[]): Promise<void>
}

/** Gives the tests of a `describe` a target, whose project has one record of each kind. */
export function useTarget(): Target {
  const stripe = useStripe()
  const github = { GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' }
  const gateway = useGateway({ ...stripe.settings(), ...github }, { isEmptied: 'before all' })
  let furnished: Furnished

  const furnishNow = async (...endpoints: AnyEndpoint[]): Promise<void> => {
    furnished = await furnish(MARK, ...endpoints)
    gateway.entries.splice(0)
  }
  const expectUnchanged = async (what: string, stored: Record<string, string>): Promise<void> => {
    expect(await everything(), what).to.deep.equal(stored)
    expect(gateway.entries, what).to.deep.equal([])
  }
  before(() => furnishNow())

  return {
    get names() {
      return furnished.names
    },
    get secret() {
      return gateway.as(furnished.project.secretKey)
    },
    furnish: furnishNow,
    send: (endpoint, body, headers = json) =>
      clientFor(gateway, endpoint, furnished).request(
        endpoint.method.toUpperCase(),
        urlOf(endpoint, furnished.names),
        typeof body === 'string' ? named(body, furnished.names) : body,
        headers,
      ),
    async expectRefused(refusals) {
      const stored = await everything()
      for (const { what, send, statuses = [400, 404, 413, 415, 422], check } of refusals) {
        const res = await send()
        expect(res.status, `${what}: ${JSON.stringify(res.body).slice(0, 300)}`).to.be.oneOf(statuses)
        expect(['string', 'object'], what).to.include(typeof res.body.error)
        check?.(res)
      }
      try {
        await expectUnchanged('all of them together', stored)
      } catch (error) {
        // The one that changed something shows on a target of its own.
        for (const { what, send } of refusals) {
          await furnishNow()
          const fresh = await everything()
          await send()
          await expectUnchanged(what, fresh)
        }
        throw error
      }
    },
  }
}
