import PostalMime, { type Email as ParsedMail } from 'postal-mime'
import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import { sendStepEmail } from '../../../activities/execution/send-step-email.js'
import { deleteContact } from '../../../commands/lifecycle/erasure/delete-contacts.js'
import type { StepResult } from '../../../commands/automation/executions/complete-step.js'
import { Contact, Email, Suppression } from '../../support/models.js'
import type { ContactRecord } from '../../../models/contact.js'
import type { EmailRecord } from '../../../models/email.js'
import { openLink } from '../../../mail/links/recipient-links.js'
import type { TemplateRecord } from '../../../models/template.js'
import { asActivity } from '../../support/activity-context.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { createContact, createProject, createTemplate } from '../../support/factories.js'
import { makeStep } from '../../support/graphs.js'
import { enterStep, recordingDeps, type EnteredStep } from './entered-step.js'
import { documentsOf, enqueued } from '../../support/outbox.js'

const TO_MANAGER = { recipient: { type: 'CUSTOM', customEmail: '{{ data.manager }}' } }

describe('a SEND_EMAIL step', () => {
  useDatabase()

  let projectId: string
  let recording: ReturnType<typeof recordingDeps>

  beforeEach(async () => {
    projectId = (await createProject()).id
    recording = recordingDeps()
  })

  async function enter(
    config: object,
    template: Partial<TemplateRecord> = {},
    options: Omit<NonNullable<Parameters<typeof enterStep>[1]>, 'projectId'> = {},
  ): Promise<EnteredStep> {
    const { _id: templateId } = await createTemplate({ projectId, type: 'TRANSACTIONAL', ...template })
    const step = makeStep('SEND_EMAIL', { name: 'Mail', config: { ...config }, templateId })
    return enterStep(step, { projectId, ...options })
  }
  /** The same with a message to the address that the contact has as its manager's. */
  const enterToManager = (
    data: object,
    template: Partial<TemplateRecord> = {},
    contact: Partial<ContactRecord> = {},
  ): Promise<EnteredStep> => enter(TO_MANAGER, template, { contact: { ...contact, data: { ...data } } })
  const send = async ({ ref, open }: EnteredStep): Promise<StepResult> =>
    sendStepEmail(recording.deps, ref, await open())
  const parsed = (): Promise<ParsedMail> => PostalMime.parse(recording.sent.at(-1)?.raw ?? '')
  const emailOf = ({ ref }: EnteredStep): Promise<EmailRecord> =>
    Email.findOne({ executionId: ref.executionId }).orFail().lean()
  const managerOf = (email = 'boss@example.com'): Promise<ContactRecord> =>
    Contact.findOne({ projectId, email }).orFail().lean()

  it('fills in the contact, the context, earlier outputs and the workflow, escaped in the body alone', async () => {
    const body = [
      '<p>{{ firstName }} {{ data.firstName }} {{ contact.email }} {{ email }} {{ id }}',
      '{{ event.plan }} {{ event.a.b }} {{ steps.Look up.response.score }} {{ steps["Look up"].ok }}',
      '{{ workflow.id }} {{ workflow.name }} {{ execution.id }}</p>',
      '<a href="{{ unsubscribeUrl }}">u</a> <a href="{{ subscribeUrl }}">s</a> <a href="{{ manageUrl }}">m</a>',
    ].join('|')
    const entered = await enter(
      {},
      { subject: '{{ firstName }} {{ event.plan }}', body },
      {
        contact: { email: 'ada@example.com', data: { firstName: '<Ada>' } },
        context: { plan: 'pro & co', 'a.b': 1 },
        past: [['Look up', { response: { score: 9 }, ok: true }]],
      },
    )

    const result = await send(entered)
    const { _id: emailId } = await emailOf(entered)
    expect(result).to.deep.include({ status: 'COMPLETED', output: { emailId } })

    const mail = await parsed()
    expect(mail.subject).to.equal('<Ada> pro & co')
    const { contact, ref, workflowId } = entered
    const said = [
      `<p>&lt;Ada&gt; &lt;Ada&gt; ada@example.com ada@example.com ${contact._id}`,
      'pro &amp; co 1 9 true',
      `${workflowId} Onboarding ${ref.executionId}</p>`,
    ]
    expect(mail.html).to.include(said.join('|'))
    for (const page of ['unsubscribe', 'subscribe', 'manage']) {
      const [, token = ''] = new RegExp(`https://mail.example.com/${page}/([\\w-]+)`).exec(mail.html ?? '') ?? []
      expect(openLink(token, ENCRYPTION_KEYS)).to.include({ contactId: contact._id })
    }
  })

  it('prefers its own names to fields of the contact with the same names, which stay in data', async () => {
    const ofRoots = ['event', 'steps', 'workflow', 'execution', 'contact', 'data', 'id']
    const names = [...ofRoots, 'event.plan', 'workflow.name', 'contact.email']
    const fields = Object.fromEntries(names.map((name) => [name, 'field']))
    const body = [
      '{{ event.plan }}|{{ event.missing }}|{{ steps.Look up.ok }}|{{ workflow.name }}|{{ contact.email }}',
      '{{ data.event }}|{{ data["event.plan"] }}|{{ data["contact.email"] }}|{{ data.data }}|{{ data.workflow.name }}',
    ].join('||')
    const entered = await enter(
      {},
      { subject: 'x', body },
      {
        contact: { email: 'ada@example.com', data: fields },
        context: { plan: 'pro' },
        past: [['Look up', { ok: true }]],
      },
    )
    await send(entered)
    expect((await parsed()).html).to.include('pro||true|Onboarding|ada@example.com||field|field|field|field|field')
  })

  it('sees the latest output when several steps have one name', async () => {
    const past = ['Look up', 'Other', 'Look up'].map((name, at): [string, { n: number }] => [name, { n: at + 1 }])
    const entered = await enter({}, { subject: '{{ steps.Look up.n }}' }, { past })
    await send(entered)
    expect((await parsed()).subject).to.equal('3')
  })

  it('uses its own subject in every language, and sends from its own address', async () => {
    const translations = { de: { subject: 'Hallo', body: '<p>Hallo {{ name }}</p>' } }
    const config = { subject: 'Again: {{ name }}', from: 'other@example.com' }
    for (const [locale, text] of Object.entries({ en: '<p>Hello Ada', de: '<p>Hallo Ada' })) {
      const entered = await enter(
        config,
        { body: '<p>Hello {{ name }}</p>', fromName: 'Acme', from: 'sender@example.com', translations },
        { contact: { data: { locale, name: 'Ada' } } },
      )
      await send(entered)
      const mail = await parsed()
      expect(mail.subject).to.equal('Again: Ada')
      expect(mail.html).to.include(text)
      expect(mail.from).to.deep.include({ address: 'other@example.com', name: 'Acme' })
      expect(recording.sent.at(-1)?.from).to.equal('other@example.com')
      expect(await emailOf(entered)).to.include({ from: 'other@example.com', subject: 'Again: Ada' })
    }
  })

  it('sends nothing from an address that the project may not use any more', async () => {
    const entered = await enter({ from: 'hello@unverified.io' })
    expect(await send(entered)).to.include({ status: 'FAILED', error: 'domain_not_verified' })
    expect(recording.sent).to.deep.equal([])
  })

  it('creates the unsubscribed contact of a custom address, and fills in the contact of the execution', async () => {
    const body =
      '<p>{{ email }} {{ contact.id }} {{ firstName }} {{ data.firstName }} <a href="{{ unsubscribeUrl }}">u</a>'
    const entered = await enter(
      TO_MANAGER,
      { subject: 'New: {{ email }}', body },
      { contact: { email: 'ada@example.com', data: { firstName: 'Ada', manager: ' Boss@Example.com ' } }, depth: 3 },
    )

    const entries = await enqueued(() => send(entered))

    const manager = await managerOf()
    expect(manager).to.include({ subscribed: false })
    expect(recording.sent.map(({ to }) => to)).to.deep.equal(['Boss@example.com'])
    const mail = await parsed()
    expect(mail.to).to.deep.equal([{ address: 'Boss@example.com', name: '' }])
    expect(mail.subject).to.equal('New: ada@example.com')
    expect(mail.html).to.include(`<p>ada@example.com ${entered.contact._id} Ada Ada <a `)
    const [, token = ''] = /unsubscribe\/([\w-]+)/.exec(mail.html ?? '') ?? []
    expect(openLink(token, ENCRYPTION_KEYS)).to.include({ contactId: manager._id })
    const ids = { contactId: manager._id, aboutContactId: entered.contact._id }
    expect(await emailOf(entered)).to.include({ ...ids, to: 'boss@example.com', depth: 3, status: 'SENT' })
    expect(documentsOf(entries)).to.deep.include({ kind: 'contact', projectId, id: manager._id })
    expect(Object.keys(manager.activity ?? {})).to.deep.equal(['email%2Esent'])
    const contact = await Contact.findById(entered.contact._id).orFail().lean()
    expect(contact.activity).to.equal(undefined)
  })

  it('shows no field of the recipient in place of a field that the contact does not have', async () => {
    const secret = { firstName: 'Boss', salary: 9, 'a.b': 'literal', locale: 'de' }
    await createContact({ projectId, email: 'boss@example.com', data: secret })
    const translations = { de: { subject: 'Hallo', body: '<p>Hallo</p>' } }
    const body = '<p>{{ firstName ?? nobody }}|{{ salary }}|{{ data.salary }}|{{ a.b }}|{{ contact.data.salary }}|</p>'
    const entered = await enterToManager({ manager: 'boss@example.com' }, { body, translations })
    await send(entered)
    expect((await parsed()).html).to.include('<p>nobody|||||</p>')
  })

  it('sends the same email to its own contact when that is the custom address', async () => {
    const entered = await enterToManager({ manager: 'BOSS@example.com' }, {}, { email: 'boss@example.com' })
    await send(entered)
    expect(await emailOf(entered)).to.include({ contactId: entered.contact._id, aboutContactId: null })
    expect(await Contact.countDocuments({ projectId })).to.equal(1)
  })

  it('checks the subscription and the suppression of its recipient', async () => {
    const unasked = await enterToManager({ manager: 'a@example.com' }, { type: 'MARKETING' })
    expect(await send(unasked)).to.deep.include({ status: 'SKIPPED', output: { reason: 'unsubscribed' } })

    await Suppression.create({ projectId, email: 'b@example.com', reason: 'BOUNCE' })
    const bounced = await enterToManager({ manager: 'b@example.com' })
    expect(await send(bounced)).to.deep.include({ status: 'SKIPPED', output: { reason: 'suppressed' } })

    await createContact({ projectId, email: 'c@example.com', subscribed: true })
    const asked = await enterToManager({ manager: 'c@example.com' }, { type: 'MARKETING' }, { subscribed: false })
    expect(await send(asked)).to.include({ status: 'COMPLETED' })
    expect(recording.sent.map(({ to }) => to)).to.deep.equal(['c@example.com'])
  })

  it('fails with invalid_recipient when the recipient is empty or is no address', async () => {
    const several = ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com']
    const all = [{}, ...['', 'nobody', ...several, '{{ email }}'].map((manager) => ({ manager }))]
    for (const data of all) {
      const entered = await enterToManager(data)
      const failed = { status: 'FAILED', error: 'invalid_recipient' }
      expect(await send(entered), JSON.stringify(data)).to.include(failed)
    }
    expect(recording.sent).to.deep.equal([])
    expect(await Email.countDocuments({ projectId })).to.equal(0)
    expect(await Contact.countDocuments({ projectId })).to.equal(all.length)
  })

  it('fails with the reason when the template of its recipient cannot be filled in', async () => {
    const entered = await enter({ recipient: { type: 'CUSTOM', customEmail: 'a {{ data.b' } })
    const activities = createExecutionActivities(recording.deps)
    const next = await asActivity(() => activities.sendStepEmail(entered.ref))
    expect(next).to.deep.equal({ kind: 'END', status: 'FAILED' })
    expect((await entered.read()).exitReason).to.match(/line 1, column 3/)
    expect(await Email.countDocuments({ projectId })).to.equal(0)
  })

  it('sends to a custom address once, however many workers run it at the same time', async () => {
    const entered = await enterToManager({ manager: 'boss@example.com' })
    const open = await entered.open()
    const sendIt = () => sendStepEmail(recording.deps, entered.ref, open)
    const settled = await Promise.allSettled(Array.from({ length: 8 }, sendIt))
    expect(settled.some(({ status }) => status === 'fulfilled')).to.equal(true)
    expect(recording.sent).to.have.length(1)
    expect(await Email.countDocuments({ projectId })).to.equal(1)
    expect(await Contact.countDocuments({ projectId })).to.equal(2)
  })

  it('erases what an email to another address says about a contact when the contact is deleted', async () => {
    const data = { manager: 'boss@example.com', diagnosis: 'secret' }
    const entered = await enterToManager(data, { subject: 'New: {{ email }}' }, { email: 'ada@example.com' })
    await send(entered)
    expect(JSON.stringify(await emailOf(entered))).to.include('secret')

    await deleteContact({ projectId, contactId: entered.contact._id })

    const email = await emailOf(entered)
    expect(email).to.include({ to: 'boss@example.com', subject: '', variables: null, aboutContactId: null })
    expect(JSON.stringify(email)).to.not.include('secret').and.not.include('ada@')
  })
})
