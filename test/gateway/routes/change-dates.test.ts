import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
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

type Project = { id: string; client: HttpClient }

/** A record that an editor has open, by its path, and what happens meanwhile to the project or to the record. */
type Case = [
  what: string,
  create: (projectId: string) => Promise<string>,
  happen: (project: Project, path: string, id: string) => Promise<unknown>,
]

const tomorrow = () => new Date(Date.now() + 86_400_000)
const template = async (projectId: string) => `/templates/${(await createTemplate({ projectId }))._id}`
const segment =
  (fields: object = {}) =>
  async (projectId: string) =>
    `/segments/${(await createSegment({ projectId, ...fields }))._id}`
const campaign =
  (fields: object = {}) =>
  async (projectId: string) =>
    `/campaigns/${(await createCampaign({ projectId, ...fields }))._id}`
const workflow = async (projectId: string) => `/workflows/${(await createWorkflow({ projectId }))._id}`

// None of it changes what an editor has read.
const IN_THE_BACKGROUND: Case[] = [
  [
    'a template while messages from it are sent',
    template,
    async ({ id: projectId }, _path, templateId) => {
      const { _id: emailId } = await createEmail({ projectId, templateId, status: 'SENDING' })
      await recordEmailFacts([{ projectId, emailId, at: new Date(), key: 's', kind: 'sent', messageId: 'm' }])
    },
  ],
  [
    'a template that a workflow begins to use',
    template,
    async ({ id, client }, _path, templateId) =>
      client.post(`${await workflow(id)}/steps`, { type: 'SEND_EMAIL', name: 'Send', config: { templateId } }),
  ],
  [
    'a segment whose members are counted',
    segment({ condition: IS_PRO }),
    async ({ id, client }, path) => {
      await createContactsOn(id, ['pro', 'free'])
      return client.post(`${path}/refresh`)
    },
  ],
  [
    'a segment whose members are computed',
    segment({ condition: IS_PRO, trackMembership: true }),
    async ({ id, client }, path) => {
      await createContactsOn(id, ['pro', 'free'])
      return client.post(`${path}/compute`)
    },
  ],
  [
    'a segment that gets members by hand',
    segment(),
    async ({ id: projectId, client }, path) =>
      client.post(`${path}/members`, { emails: [(await createContact({ projectId })).email] }),
  ],
  [
    'a segment that a campaign and another segment begin to use',
    segment(),
    async ({ id, client }, _path, segmentId) => {
      const condition = only({ field: `segment.${segmentId}`, operator: 'memberOfSegment' })
      return [
        await client.put(await campaign()(id), { audienceType: 'SEGMENT', segmentId }),
        await client.post('/segments', { name: 'Other', condition }),
      ]
    },
  ],
  [
    'a campaign whose audience is counted, and that a segment begins to use',
    campaign({ status: 'SCHEDULED', scheduledFor: tomorrow() }),
    async ({ client }, path, id) => {
      const condition = only({ field: `campaign.${id}`, operator: 'opened' })
      return [await client.get(`${path}/audience`), await client.post('/segments', { name: 'Openers', condition })]
    },
  ],
  [
    'a workflow whose executions begin and are cancelled',
    workflow,
    async ({ id: projectId, client }, path) => {
      const { _id: contactId } = await createContact({ projectId })
      return [
        await client.post(`${path}/executions`, { contactId }),
        await client.post(`${path}/executions/cancel-all`),
      ]
    },
  ],
]

const BY_USERS: Case[] = [
  [
    'a campaign that is scheduled',
    campaign(),
    async ({ id: projectId, client }, path) => {
      await createContact({ projectId })
      return client.post(`${path}/send`, { scheduledFor: tomorrow().toISOString() })
    },
  ],
  [
    'a segment that is tracked from now on',
    segment({ condition: IS_PRO }),
    ({ client }, path) => client.patch(path, { trackMembership: true }),
  ],
  ['a workflow that is disabled', workflow, ({ client }, path) => client.patch(path, { enabled: false })],
  [
    'a workflow that gets a step',
    workflow,
    ({ client }, path) => client.post(`${path}/steps`, { type: 'EXIT', name: 'End', config: {} }),
  ],
]

describe('saving a record that was open for a while', () => {
  const { project, client } = useProject()

  async function saveAfter([, create, happen]: Case) {
    const path = await create(project.id)
    const recordOf = async () => {
      const { body } = await client.get(path)
      return body.data ?? body
    }
    const { updatedAt: ifUpdatedAt } = await recordOf()
    const happened = await happen({ id: project.id, client }, path, path.split('/').at(-1) ?? '')
    for (const each of [happened].flat()) {
      const { status = 200, body = null } = (each ?? {}) as { status?: number; body?: unknown }
      expect(status, JSON.stringify(body)).to.be.below(300)
    }
    const current = await recordOf()
    const method = path.startsWith('/campaigns') ? 'PUT' : 'PATCH'
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
