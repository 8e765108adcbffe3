import { z } from 'zod'
import type { Api } from './api.js'
import { buildWorkflow, SENDER, type BuiltWorkflow } from './build-workflow.js'
import { visit, type Inbox } from './inbox.js'
import type { Narrator } from './narrator.js'

/** What the scenes of the demo use. */
export interface Stage {
  narrator: Narrator
  /** The API with the secret key. */
  api: Api
  /** The API with the public key, which may only track events. */
  tracker: Api
  inbox: Inbox
  /** The address of a person of this run: several runs share the inbox. */
  addressOf: (name: string) => string
}

const Created = z.object({ id: z.string() })
const Sent = z.object({ data: z.object({ emails: z.tuple([z.object({ email: z.string() })]) }) })
const Tracked = z.object({ data: z.object({ contact: z.string() }) })
const Email = z.object({ status: z.string(), opens: z.number(), clicks: z.number() })
const Suppressions = z.object({ data: z.array(z.object({ email: z.string() })) })
const Execution = z.object({
  status: z.string(),
  temporalWorkflowId: z.string(),
  currentStep: z.object({ name: z.string() }).nullish(),
})
const Executions = z.object({ data: z.array(Execution) })
const Campaign = z.object({ data: z.object({ id: z.string(), status: z.string() }) })
const Accepted = z.object({ success: z.literal(true) })
const Audience = z.object({ data: z.object({ eligible: z.number() }) })
const Stats = z.object({ data: z.object({ deliveredCount: z.number(), unsubscribedCount: z.number() }) })

/** A template, a contact and a send; Ada opens the mail and follows its link. */
export async function sendOneMail({ narrator, api, inbox, addressOf }: Stage): Promise<void> {
  narrator.scene('A transactional email with an open and a click')
  const ada = addressOf('ada')
  const receipt = {
    name: 'Receipt',
    type: 'TRANSACTIONAL',
    from: SENDER,
    subject: 'A receipt for {{ firstName ?? you }}',
    body: '<p>You paid {{ amount }} euros. <a href="https://example.com/orders">Your orders</a></p>',
  }
  const { id: template } = await api.post('/templates', receipt, Created)
  narrator.say('POST /templates', `"${receipt.subject}"`)
  await api.post('/contacts', { email: ada, data: { firstName: 'Ada', plan: 'free' } }, Created)
  narrator.say('POST /contacts', `${ada}, on the plan "free"`)
  const { emails } = (await api.post('/v1/send', { to: ada, template, data: { amount: 42 } }, Sent)).data
  narrator.say('POST /v1/send', 'returns as soon as the email is stored')
  const subject = 'A receipt for Ada'
  const links = await narrator.until('Inbox', `"${subject}"`, () => inbox.readMail(ada, subject))
  await visit(links, '/o/')
  await visit(links, '/c/')
  narrator.say('Ada', 'opens the email and clicks its link')
  await narrator.until('GET /emails/:id', '1 open, 1 click', async () => {
    const { opens, clicks } = await api.get(`/emails/${emails[0].email}`, Email)
    return opens === 1 && clicks === 1
  })
}

/** An event starts a workflow, and another one ends its wait. Returns the id of its execution in Temporal. */
export async function walkWorkflow({ narrator, api, tracker, inbox, addressOf }: Stage): Promise<string> {
  narrator.scene('A workflow: email, delay, wait for event, condition, email')
  const email = addressOf('ada')
  const { id, steps } = await buildOnboarding(api)
  narrator.say('POST /workflows, …/steps', `"Onboarding" with ${steps.length} steps, started by the event "signed up"`)
  const { contact } = (await tracker.post('/v1/track', { email, event: 'signed up' }, Tracked)).data
  narrator.say('POST /v1/track', '"signed up", with the public key, which is safe in a browser')
  await narrator.until('Inbox', '"Welcome, Ada"', () => inbox.readMail(email, 'Welcome, Ada'))
  const find = async (isWanted: (execution: z.output<typeof Execution>) => boolean) =>
    (await api.get(`/workflows/${id}/executions?contactId=${contact}`, Executions)).data.find(isWanted)
  const { temporalWorkflowId } = await narrator.until('GET …/executions', 'WAITING at "Plan chosen"', () =>
    find(({ status, currentStep }) => status === 'WAITING' && currentStep?.name === 'Plan chosen'),
  )
  await tracker.post('/v1/track', { email, event: 'plan chosen', data: { plan: 'pro' } }, Tracked)
  narrator.say('POST /v1/track', `"plan chosen", which sets the contact's plan to "pro"`)
  await narrator.until('Inbox', '"Ada, enjoy pro"', () => inbox.readMail(email, 'Ada, enjoy pro'))
  await narrator.until('GET …/executions', 'EXITED at the end', () => find(({ status }) => status === 'EXITED'))
  return temporalWorkflowId
}

function buildOnboarding(api: Api): Promise<BuiltWorkflow> {
  const mail = (subject: string) => ({ subject, body: '<p>It is good to have you here.</p>' })
  return buildWorkflow(api, {
    name: 'Onboarding',
    eventName: 'signed up',
    steps: {
      welcome: { type: 'SEND_EMAIL', name: 'Welcome', mail: mail('Welcome, {{ firstName ?? you }}') },
      pause: { type: 'DELAY', name: 'Three seconds', config: { amount: 0.05, unit: 'minutes' } },
      wait: { type: 'WAIT_FOR_EVENT', name: 'Plan chosen', config: { eventName: 'plan chosen', timeout: 600 } },
      isPro: { type: 'CONDITION', name: 'Is pro?', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
      pro: { type: 'SEND_EMAIL', name: 'Enjoy', mail: mail('{{ firstName }}, enjoy {{ plan }}') },
      end: { type: 'EXIT', name: 'End', config: { reason: 'is on pro' } },
    },
    transitions: [
      ['trigger', 'welcome'],
      ['welcome', 'pause'],
      ['pause', 'wait'],
      ['wait', 'isPro', 'event'],
      ['isPro', 'pro', 'yes'],
      ['pro', 'end'],
    ],
  })
}

/** A campaign goes to a segment, and Ada unsubscribes by its mail. Returns the id of the campaign. */
export async function sendCampaign({ narrator, api, inbox, addressOf }: Stage): Promise<string> {
  narrator.scene('A campaign to a segment, and an unsubscribe')
  await api.post('/contacts', { email: addressOf('bob'), data: { plan: 'pro' } }, Created)
  await api.post('/contacts', { email: addressOf('carol'), data: { plan: 'free' } }, Created)
  narrator.say('POST /contacts', 'Bob on the plan "pro", Carol on "free"')
  const filters = [{ field: 'data.plan', operator: 'equals', value: 'pro' }]
  const segment = { name: 'Pros', condition: { logic: 'AND', groups: [{ filters }] } }
  const { id: segmentId } = await api.post('/segments', segment, Created)
  narrator.say('POST /segments', 'contacts with the plan "pro"')
  const content = { name: 'News', subject: 'News for pros', body: '<p>All is well.</p>', from: SENDER }
  const { data: campaign } = await api.post('/campaigns', { ...content, audienceType: 'SEGMENT', segmentId }, Campaign)
  const { eligible } = (await api.get(`/campaigns/${campaign.id}/audience`, Audience)).data
  narrator.say('GET /campaigns/:id/audience', `${eligible} contacts: Ada and Bob`)
  await api.post(`/campaigns/${campaign.id}/send`, {}, Accepted)
  narrator.say('POST /campaigns/:id/send', 'the campaign is sent')
  const stats = async () => (await api.get(`/campaigns/${campaign.id}/stats`, Stats)).data
  await narrator.until('GET /campaigns/:id/stats', `${eligible} delivered`, async () => {
    const { deliveredCount } = await stats()
    return deliveredCount === eligible
  })
  const [links] = await narrator.until('Inbox', `"${content.subject}" to Ada and to Bob`, async () => {
    const mails = await Promise.all(['ada', 'bob'].map((name) => inbox.readMail(addressOf(name), content.subject)))
    return mails.every((mail) => mail !== undefined) && mails
  })
  await visit(links ?? [], '/unsubscribe/', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }))
  narrator.say('Ada', 'unsubscribes with one click in her mail program')
  await narrator.until('GET /campaigns/:id/stats', '1 unsubscribed', async () => {
    const { unsubscribedCount } = await stats()
    return unsubscribedCount === 1
  })
  return campaign.id
}

/** The local provider reports that a mail bounced, and the address is suppressed. */
export async function sendToNobody({ narrator, api }: Stage): Promise<void> {
  narrator.scene('A bounce')
  const to = 'bounce@simulator.amazonses.com'
  const send = async (): Promise<string> => {
    const message = { to, from: SENDER, subject: 'Are you still there?', body: '<p>Hello?</p>' }
    const { emails } = (await api.post('/v1/send', message, Sent)).data
    return emails[0].email
  }
  const becomes = (id: string, status: string) =>
    narrator.until('GET /emails/:id', status, async () => (await api.get(`/emails/${id}`, Email)).status === status)
  const first = await send()
  narrator.say('POST /v1/send', `${to}, an SES test address that bounces`)
  await becomes(first, 'BOUNCED')
  await narrator.until('GET /suppressions', `${to} is suppressed`, async () => {
    const { data } = await api.get('/suppressions', Suppressions)
    return data.some(({ email }) => email === to)
  })
  const second = await send()
  narrator.say('POST /v1/send', 'to the same address again')
  await becomes(second, 'SUPPRESSED')
}
