import { expect } from 'chai'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { UNLIMITED } from '../../support/config.js'
import { everything } from '../../support/database.js'
import {
  createCampaign,
  createContact,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { makeStep } from '../../support/graphs.js'
import type { ClientResponse, HttpClient } from '../../support/http-client.js'
import { SIGNED_IN, type Ids, type Sender, type Write } from './writes.js'

/** The content type of most bodies. */
export const json = { 'content-type': 'application/json' }

const SUBSCRIBED: ConditionTree = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
}

/** A gateway with a project, made anew for each test, that hostile input is sent to. */
export interface Target {
  readonly ids: Ids
  readonly secret: HttpClient
  send(write: Write, body: unknown, headers?: Record<string, string>): Promise<ClientResponse>
  /** A refusal that the caller can understand, and after which nothing is there that was not before. */
  expectRefused(res: ClientResponse, what: string, ...expected: number[]): Promise<void>
}

/** Gives the tests of a `describe` a target. */
export function useTarget(): Target {
  const gateway = useGateway(UNLIMITED)
  let ids: Ids
  let clients: Record<Sender, HttpClient>
  let before: Record<string, string>

  beforeEach(async () => {
    const { id: projectId, secretKey, publicKey } = await createProject()
    const [from, to, update] = [makeStep('CONDITION'), makeStep('EXIT'), makeStep('UPDATE_CONTACT')]
    const workflow = await createWorkflow({ projectId, steps: [from, to, update], transitions: [] })
    const owner = await createMember({ projectId, role: 'OWNER' }, SIGNED_IN)
    clients = { secretKey: gateway.as(secretKey), publicKey: gateway.as(publicKey), session: gateway.signedIn(owner) }
    ids = {
      contact: (await createContact({ projectId }))._id,
      template: (await createTemplate({ projectId, type: 'TRANSACTIONAL' }))._id,
      campaign: (await createCampaign({ projectId }))._id,
      workflow: workflow._id,
      from: from.id,
      to: to.id,
      step: from.id,
      updateStep: update.id,
      project: projectId,
      segment: (await createSegment({ projectId, condition: SUBSCRIBED }))._id,
      staticSegment: (await createSegment({ projectId }))._id,
    }
    before = await everything()
  })

  return {
    get ids() {
      return ids
    },
    get secret() {
      return clients.secretKey
    },
    send: ({ method, path, as = 'secretKey' }, body, headers = json) =>
      clients[as].request(method, path(ids), body, headers),
    async expectRefused(res, what, ...expected) {
      expect(res.status, `${what}: ${JSON.stringify(res.body).slice(0, 300)}`).to.be.oneOf(
        expected.length > 0 ? expected : [400, 404, 413, 415, 422],
      )
      expect(res.body.error, what).to.satisfy(
        (error: unknown) => typeof error === 'string' || typeof error === 'object',
      )
      expect(await everything(), what).to.deep.equal(before)
      expect(gateway.entries, what).to.deep.equal([])
    },
  }
}
