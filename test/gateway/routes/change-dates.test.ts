import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/emails/record-email-facts.js'
import { only } from '../../support/conditions.js'
import {
  createCampaign,
  createContact,
  createEmail,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../../support/factories.js'
import type { HttpClient } from '../../support/http-client.js'
import { useProject } from '../../support/project.js'
import { createContactsOn, IS_PRO } from '../../support/segments.js'

/** A record that an editor has open, and what happens to it meanwhile. */
type Case = [what: string, happen: (project: { id: string; client: HttpClient }) => Promise<Opened>]
interface Opened {
  path: string
  method?: 'PUT'
  meanwhile: () => Promise<unknown>
}

const scheduledFor = () => new Date(Date.now() + 86_400_000)

// None of it changes what an editor has read.
const IN_THE_BACKGROUND: Case[] = [
  [
    'a template while messages from it are sent',
    async ({ id: projectId }) => {
      const { _id: templateId } = await createTemplate({ projectId })
      const { _id: emailId } = await createEmail({ projectId, templateId, status: 'SENDING' })
      const sent = { projectId, emailId, at: new Date(), key: 's', kind: 'sent', messageId: 'm' } as const
      return { path: `/templates/${templateId}`, meanwhile: () => recordEmailFacts([sent]) }
    },
  ],
  [
    'a template that a workflow begins to use',
    async ({ id: projectId, client }) => {
      const { _id: templateId } = await createTemplate({ projectId })
      const { _id } = await createWorkflow({ projectId })
      const step = { type: 'SEND_EMAIL', name: 'Send', config: { templateId } }
      return { path: `/templates/${templateId}`, meanwhile: () => client.post(`/workflows/${_id}/steps`, step) }
    },
  ],
  [
    'a segment whose members are counted',
    async ({ id: projectId, client }) => {
      const path = `/segments/${(await createSegment({ projectId, condition: IS_PRO }))._id}`
      await createContactsOn(projectId, ['pro', 'free'])
      return { path, meanwhile: () => client.post(`${path}/refresh`) }
    },
  ],
  [
    'a segment whose members are computed',
    async ({ id: projectId, client }) => {
      const path = `/segments/${(await createSegment({ projectId, condition: IS_PRO, trackMembership: true }))._id}`
      await createContactsOn(projectId, ['pro', 'free'])
      return { path, meanwhile: () => client.post(`${path}/compute`) }
    },
  ],
  [
    'a segment that gets members by hand',
    async ({ id: projectId, client }) => {
      const path = `/segments/${(await createSegment({ projectId }))._id}`
      const { email } = await createContact({ projectId })
      return { path, meanwhile: () => client.post(`${path}/members`, { emails: [email] }) }
    },
  ],
  [
    'a segment that a campaign and another segment begin to use',
    async ({ id: projectId, client }) => {
      const { _id: segmentId } = await createSegment({ projectId })
      const { _id } = await createCampaign({ projectId })
      const condition = only({ field: `segment.${segmentId}`, operator: 'memberOfSegment' })
      const meanwhile = async () => [
        await client.put(`/campaigns/${_id}`, { audienceType: 'SEGMENT', segmentId }),
        await client.post('/segments', { name: 'Other', condition }),
      ]
      return { path: `/segments/${segmentId}`, meanwhile }
    },
  ],
  [
    'a campaign whose audience is counted, and that a segment begins to use',
    async ({ id: projectId, client }) => {
      const { _id } = await createCampaign({ projectId, status: 'SCHEDULED', scheduledFor: scheduledFor() })
      const path = `/campaigns/${_id}`
      const condition = only({ field: `campaign.${_id}`, operator: 'opened' })
      const meanwhile = async () => [
        await client.get(`${path}/audience`),
        await client.post('/segments', { name: 'Openers', condition }),
      ]
      return { path, method: 'PUT', meanwhile }
    },
  ],
  [
    'a workflow whose executions begin and are cancelled',
    async ({ id: projectId, client }) => {
      const path = `/workflows/${(await createWorkflow({ projectId }))._id}`
      const { _id: contactId } = await createContact({ projectId })
      const meanwhile = async () => [
        await client.post(`${path}/executions`, { contactId }),
        await client.post(`${path}/executions/cancel-all`),
      ]
      return { path, meanwhile }
    },
  ],
]

const BY_USERS: Case[] = [
  [
    'a campaign that is scheduled',
    async ({ id: projectId, client }) => {
      await createContact({ projectId })
      const path = `/campaigns/${(await createCampaign({ projectId }))._id}`
      const meanwhile = () => client.post(`${path}/send`, { scheduledFor: scheduledFor().toISOString() })
      return { path, method: 'PUT', meanwhile }
    },
  ],
  [
    'a segment that is tracked from now on',
    async ({ id: projectId, client }) => {
      const path = `/segments/${(await createSegment({ projectId, condition: IS_PRO }))._id}`
      return { path, meanwhile: () => client.patch(path, { trackMembership: true }) }
    },
  ],
  [
    'a workflow that is disabled',
    async ({ id: projectId, client }) => {
      const path = `/workflows/${(await createWorkflow({ projectId }))._id}`
      return { path, meanwhile: () => client.patch(path, { enabled: false }) }
    },
  ],
  [
    'a workflow that gets a step',
    async ({ id: projectId, client }) => {
      const path = `/workflows/${(await createWorkflow({ projectId }))._id}`
      return { path, meanwhile: () => client.post(`${path}/steps`, { type: 'EXIT', name: 'End', config: {} }) }
    },
  ],
]

describe('saving a record that was open for a while', () => {
  const { project, client } = useProject()

  async function saveAfter([, happen]: Case) {
    const { path, method = 'PATCH', meanwhile } = await happen({ id: project.id, client })
    const recordOf = async () => {
      const { body } = await client.get(path)
      return body.data ?? body
    }
    const { updatedAt: ifUpdatedAt } = await recordOf()
    for (const each of [await meanwhile()].flat()) {
      const { status = 200, body = null } = (each ?? {}) as { status?: number; body?: unknown }
      expect(status, JSON.stringify(body)).to.be.below(300)
    }
    const current = await recordOf()
    return { saved: await client.request(method, path, { name: 'Mine', ifUpdatedAt }), current }
  }

  for (const each of IN_THE_BACKGROUND) {
    it(`accepts the change of ${each[0]}`, async () => {
      const { saved } = await saveAfter(each)
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    })
  }

  for (const each of BY_USERS) {
    it(`answers 409 with the current record to an outdated change of ${each[0]}`, async () => {
      const { saved, current } = await saveAfter(each)
      expect(saved).to.deep.include({ status: 409, details: { reason: 'stale', current } })
    })
  }
})
