import { expect } from 'chai'
import { completeStep } from '../../../commands/executions/complete-step.js'
import { failed } from '../../../models/step-execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { beginExecution, currentRef } from '../../support/walks.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { hashKey } from '../../../runtime/sealed.js'
import { UNLIMITED } from '../../support/config.js'
import { everything } from '../../support/database.js'
import {
  createCampaign,
  createContact,
  createInvitation,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createToken,
  createWorkflow,
  mailedToken,
} from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { makeStep } from '../../support/graphs.js'
import { useStripe } from '../../support/stripe-server.js'
import type { ClientResponse, HttpClient } from '../../support/http-client.js'
import { PASSWORD, type Ids, type Sender, type Write } from './writes.js'

/** The content type of most bodies. */
export const json = { 'content-type': 'application/json' }

const SUBSCRIBED: ConditionTree = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'subscribed', operator: 'equals', value: true }] }],
}

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
  readonly ids: Ids
  readonly secret: HttpClient
  /** Takes a new project, for a test whose input may change something. */
  furnish(): Promise<void>
  send(write: Write, body: unknown, headers?: Record<string, string>): Promise<ClientResponse>
  /** Each is refused so that the caller can understand it, and after all of them nothing is there that was not before. */
  expectRefused(refusals: Refusal[]): Promise<void>
}

async function failedExecution(workflow: WorkflowRecord): Promise<string> {
  const { _id: contactId } = await createContact({ projectId: workflow.projectId })
  const execution = await beginExecution(workflow, contactId)
  await completeStep(currentRef(execution), failed('broken'))
  return execution._id
}

/** Gives the tests of a `describe` a target. */
export function useTarget(): Target {
  const stripe = useStripe()
  const gateway = useGateway(stripe.settings(UNLIMITED), { isEmptied: 'before all' })
  let ids: Ids
  let clients: Record<Sender, HttpClient>

  const furnish = async (): Promise<void> => {
    const { id: projectId, secretKey, publicKey } = await createProject()
    const [from, to, update] = [makeStep('CONDITION'), makeStep('EXIT'), makeStep('UPDATE_CONTACT')]
    const workflow = await createWorkflow({ projectId, steps: [from, to, update], transitions: [] })
    const owner = await createMember({ projectId, role: 'OWNER' }, { password: PASSWORD })
    clients = { secretKey: gateway.as(secretKey), publicKey: gateway.as(publicKey), session: gateway.signedIn(owner) }
    ids = {
      contact: (await createContact({ projectId }))._id,
      template: (await createTemplate({ projectId, type: 'TRANSACTIONAL' }))._id,
      campaign: (await createCampaign({ projectId }))._id,
      workflow: workflow._id,
      execution: await failedExecution(workflow),
      from: from.id,
      to: to.id,
      step: from.id,
      updateStep: update.id,
      project: projectId,
      segment: (await createSegment({ projectId, condition: SUBSCRIBED }))._id,
      staticSegment: (await createSegment({ projectId }))._id,
      member: (await createMember({ projectId, role: 'MEMBER' }))._id,
      owner: owner.email,
    }
    for (const purpose of ['verify', 'reset'] as const)
      await createToken(owner, purpose, mailedToken(purpose, owner.email))
    const { id: elsewhere } = await createProject()
    const tokenHash = hashKey(`invitation ${owner.email}`)
    const { _id: invitedBy } = await createMember({ projectId: elsewhere, role: 'OWNER' })
    await createInvitation({ projectId: elsewhere, email: owner.email, tokenHash, invitedBy })
    gateway.entries.splice(0)
  }
  const expectUnchanged = async (what: string, stored: Record<string, string>): Promise<void> => {
    expect(await everything(), what).to.deep.equal(stored)
    expect(gateway.entries, what).to.deep.equal([])
  }
  before(furnish)

  return {
    get ids() {
      return ids
    },
    get secret() {
      return clients.secretKey
    },
    furnish,
    send: ({ method, path, as = 'secretKey' }, body, headers = json) =>
      clients[as].request(method, path(ids), body, headers),
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
          await furnish()
          const fresh = await everything()
          await send()
          await expectUnchanged(what, fresh)
        }
        throw error
      }
    },
  }
}
