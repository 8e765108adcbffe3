import { expect } from 'chai'
import { recipientEmails } from '../../commands/sending/campaigns/recipient-emails.js'
import { claimEmails } from '../../commands/sending/emails/claim-emails.js'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { storeClaimed, withNewClaim } from '../../commands/sending/emails/store-claimed.js'
import { prepareStepEmail } from '../../commands/automation/executions/prepare-step-email.js'
import { Email } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { createCampaign, createContact, createEmail, createTemplate } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { enterStep } from '../activities/execution/entered-step.js'
import { declaredCollections } from '../../models/indexes.js'
import type { ClientResponse } from '../support/http-client.js'
import { indexWritesOf } from '../support/profiled.js'
import { useProject } from '../support/project.js'
import { dispatchAll } from '../support/dispatch-all.js'

/** The indexes that a write touches, by collection. */
type Touched = Record<string, string[]>

const NEW_CONTACT = [
  '_id_',
  'projectId_1_email_1',
  'projectId_1_domain_1_email_1',
  'projectId_1_createdAt_-1__id_-1',
  'projectId_1_subscribed_1_createdAt_-1__id_-1',
  'projectId_1__id_1',
]
const NEW_EVENT = [
  '_id_',
  'projectId_1_createdAt_-1__id_-1_name_1',
  'projectId_1_contactId_1_createdAt_-1__id_-1_name_1',
  'projectId_1_name_1_createdAt_-1__id_-1',
]
const SENDING_EMAIL = ['_id_', 'by_source', 'by_address', 'projectId_1_contactId_1_createdAt_-1__id_-1']
const PENDING_EMAIL = [...SENDING_EMAIL, 'by_status']
const CAMPAIGN_EMAIL = [...SENDING_EMAIL, 'by_campaign']
const STEP_EMAIL = [...SENDING_EMAIL, 'by_template', 'by_workflow', 'by_execution']
const ENTRY = ['_id_', 'owner_1_queueKey_1__id_1', 'queueKey_1__id_1']
const ENTRY_OF_DUE_EVENTS = [...ENTRY, 'queueKey_1_activityAt_1']

const TABLE: [write: string, isKnown: boolean, data: object, touched: Touched][] = [
  ['/v1/track', false, { plan: 'pro' }, { contacts: NEW_CONTACT, events: NEW_EVENT, outbox: [...ENTRY, ...ENTRY] }],
  ['/v1/track', true, { plan: 'pro' }, { events: NEW_EVENT, outbox: ENTRY_OF_DUE_EVENTS }],
  ['/v1/track', true, { plan: 'team' }, { events: NEW_EVENT, outbox: [...ENTRY, ...ENTRY] }],
  ['/v1/send', false, { plan: 'pro' }, { contacts: NEW_CONTACT, emails: PENDING_EMAIL, outbox: [...ENTRY, ...ENTRY] }],
  ['/v1/send', true, { plan: 'pro' }, { emails: PENDING_EMAIL, outbox: ENTRY }],
  ['/v1/send', true, { plan: 'team' }, { emails: PENDING_EMAIL, outbox: [...ENTRY, ...ENTRY] }],
]

describe('the indexes that hot writes touch', () => {
  const { project, client, publicClient } = useProject()

  const write = async (path: string, email: string, data: object): Promise<void> => {
    const mail = { subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }
    const sent: Promise<ClientResponse> =
      path === '/v1/track'
        ? publicClient.post(path, { email, event: 'signed up', data })
        : client.post(path, { ...mail, to: email, data })
    expect((await sent).status).to.equal(200)
  }

  for (const [path, isKnown, data, touched] of TABLE) {
    const who = isKnown ? 'a known contact' : 'a new contact'
    it(`are of POST ${path} for ${who} with ${JSON.stringify(data)} those of ${Object.keys(touched).join(', ')}`, async () => {
      // Names, fields and contents are stored once, with the first of their requests.
      for (const first of ['first@example.com', ...(isKnown ? ['ada@example.com'] : [])]) {
        await write(path, first, { plan: 'pro' })
      }
      await dispatchAll(project.id)
      const written = await indexWritesOf(() => write(path, 'ada@example.com', data))
      const expected = Object.entries(touched).map(([collection, names]) => [collection, names.length])
      expect(written).to.deep.equal(Object.fromEntries(expected))
    })
  }

  it('are of an email that /v1/send stored one at its claim, one at its submission to SES and one at its delivery', async () => {
    const projectId = project.id
    const { _id: emailId } = await createEmail({ projectId })
    const at = new Date()
    const LIFE: [write: () => Promise<unknown>, touched: string[]][] = [
      [() => claimEmails([{ projectId, emailId }]), ['by_status']],
      [
        () =>
          recordEmailFacts([
            { projectId, emailId, at, key: 'attempt-1', kind: 'sent', messageId: 'ses-1', sesMessageId: 'ses-1' },
          ]),
        [],
      ],
      [
        () => recordEmailFacts([{ projectId, emailId, at, key: 'n', kind: 'delivered', messageId: 'ses-1' }]),
        ['by_status'],
      ],
    ]
    for (const [write, touched] of LIFE) expect((await indexWritesOf(write))['emails'] ?? 0).to.equal(touched.length)
    expect((await Email.findById(emailId).orFail().lean()).status).to.equal('DELIVERED')
  })

  it('are of an email of a campaign or a step, which is stored by its claim, those of an email on its way', async () => {
    const projectId = project.id
    const contact = await createContact({ projectId })
    const campaign = { ...(await createCampaign({ projectId })), contentId: 'none' }
    const recipients = [{ place: 0, contactId: contact._id }]
    const ofCampaign = recipientEmails(campaign, newId(), { recipients, contacts: [contact] })
    expect(await indexWritesOf(() => storeClaimed(ofCampaign))).to.deep.equal({ emails: CAMPAIGN_EMAIL.length })

    const { _id: templateId } = await createTemplate({ projectId })
    const { ref, open } = await enterStep(makeStep('SEND_EMAIL', { templateId }), { projectId })
    const prepared = await prepareStepEmail(ref, await open(), 1)
    if (!prepared) throw new Error('The recipient is no address')
    expect(await indexWritesOf(() => storeClaimed(withNewClaim([prepared])))).to.deep.equal({
      emails: STEP_EMAIL.length,
    })
  })

  it('are of the delivery of an email of a campaign one more, and of a template and a step no more', async () => {
    const projectId = project.id
    const LIFE = [
      [{ campaignId: newId(), sourceType: 'CAMPAIGN' as const }, ['by_status', 'campaign_statuses']],
      [{ templateId: newId(), workflowId: newId(), executionId: newId() }, ['by_status']],
    ] as const
    for (const [origin, touched] of LIFE) {
      const { _id: emailId } = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), ...origin })
      const fact = { projectId, emailId, at: new Date(), key: 'n', kind: 'delivered', messageId: null } as const
      expect((await indexWritesOf(() => recordEmailFacts([fact])))['emails']).to.equal(touched.length)
    }
  })

  it('are declared under these names', () => {
    const declared = new Map(declaredCollections().map(({ name, indexes }) => [name, indexes.map((each) => each.name)]))
    const all = [
      ...TABLE.map(([, , , touched]) => touched),
      { emails: [...CAMPAIGN_EMAIL, ...STEP_EMAIL, 'campaign_statuses'] },
    ]
    for (const touched of all) {
      for (const [collection, names] of Object.entries(touched)) {
        expect(['_id_', ...(declared.get(collection) ?? [])]).to.include.members([...new Set(names)])
      }
    }
  })
})
