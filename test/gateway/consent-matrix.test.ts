import { expect } from 'chai'
import { changeContactsSlice } from '../../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { recordEmailFacts } from '../../commands/sending/emails/record-email-facts.js'
import { storeReceived } from '../../commands/sending/inbound/store-received.js'
import { updateProject } from '../../commands/tenancy/projects/update-project.js'
import { readInboundMessage } from '../../mail/inbound/read-inbound-message.js'
import { Contact } from '../../models/contact.js'
import type { EmailRecord } from '../../models/email.js'
import { Mailbox } from '../../models/mailbox.js'
import { newId } from '../../runtime/ids.js'
import { createContact, createEmail, createProject } from '../support/factories.js'
import { useGateway } from '../support/gateway.js'
import { createLateClient } from '../support/http-client.js'
import { createImporter } from '../support/import-file.js'
import { finishJob } from '../support/jobs.js'
import { pagesOf } from '../support/pages.js'

// Everybody who left × every way in which the record goes × every way in which the person comes again.
describe('a person who left and whose record went', () => {
  const gateway = useGateway()
  const project = {} as CreatedProject
  const client = createLateClient(() => gateway.as(project.secretKey))
  const publicClient = createLateClient(() => gateway.as(project.publicKey))
  const importer = createImporter({ client, project })

  const answer = async (path: string, fields: Record<string, string>): Promise<void> =>
    void expect((await gateway.as().post(path, new URLSearchParams(fields))).status).to.equal(200)
  const complain = async ({ projectId, _id: emailId }: EmailRecord): Promise<void> => {
    await recordEmailFacts([
      { projectId, emailId, at: new Date(), key: newId(), kind: 'complained', messageId: null, feedbackType: null },
    ])
  }
  const lift = async (email: string): Promise<void> => void (await client.delete(`/suppressions/${email}`))

  type Act = (email: EmailRecord, address: string) => Promise<void>
  const BEFORE: Record<string, Act> = {
    page: (email) => answer(pagesOf(email).unsubscribe, { action: 'unsubscribe' }),
    click: (email) => answer(pagesOf(email).unsubscribe, { 'List-Unsubscribe': 'One-Click' }),
    pause: (email) => answer(pagesOf(email).manage, { action: 'snooze', duration: '1_month' }),
    complaint: async (email, address) => {
      await complain(email)
      await lift(address)
    },
  }
  // A link and a complaint may also come when the record is gone.
  const AFTER: Record<string, Act> = {
    lateclick: (email) => answer(pagesOf(email).unsubscribe, { 'List-Unsubscribe': 'One-Click' }),
    latepause: (email) => answer(pagesOf(email).manage, { action: 'snooze', duration: '1_year' }),
    latecomplaint: async (email, address) => {
      await complain(email)
      await lift(address)
    },
  }
  const GOES: Record<string, (contactId: string, address: string) => Promise<void>> = {
    deleted: async (id) => void expect((await client.delete(`/contacts/${id}`)).status).to.equal(204),
    bulk: async (id) => {
      const { jobId } = (await client.post('/contacts/bulk-delete', { contactIds: [id] })).body
      await finishJob({ projectId: project.id, jobId }, changeContactsSlice)
    },
    moved: async (id, address) => {
      const changed = await client.patch(`/contacts/${id}`, { email: `other-${address}` })
      expect(changed.status).to.equal(200)
    },
    again: async (id, address) => {
      await client.delete(`/contacts/${id}`)
      const { body } = await client.post('/contacts', { email: address })
      await client.delete(`/contacts/${body.id}`)
    },
  }

  /** Lets a person leave by each way, and each record go by each way. Returns the addresses. */
  async function leaveInEveryWay(): Promise<string[]> {
    const cells = [...Object.keys(BEFORE), ...Object.keys(AFTER)].flatMap((way) =>
      Object.keys(GOES).map((goes) => ({ way, goes })),
    )
    const leave = async ({ way, goes }: (typeof cells)[number]): Promise<void> => {
      const address = `${way}-${goes}@example.com`
      const { _id: contactId } = await createContact({ projectId: project.id, email: address })
      const email = await createEmail({ projectId: project.id, contactId, to: address, status: 'SENT' })
      await BEFORE[way]?.(email, address)
      await GOES[goes]?.(contactId, address)
      await AFTER[way]?.(email, address)
    }
    await Promise.all(cells.map(leave))
    return cells.map(({ way, goes }) => `${way}-${goes}@example.com`)
  }

  let addresses: string[]
  let restore: () => Promise<void>
  before(async () => {
    Object.assign(project, await createProject())
    addresses = await leaveInEveryWay()
    const of = { projectId: project.id }
    const [contacts, mailboxes] = await Promise.all([Contact.find(of).lean(), Mailbox.find(of).lean()])
    restore = async () => {
      await Promise.all([Contact.deleteMany(of), Mailbox.deleteMany(of)])
      await Promise.all([Contact.insertMany(contacts), Mailbox.insertMany(mailboxes)])
      await updateProject(project.id, { publicKeyMayResubscribe: true })
    }
  })
  // Nobody has come again yet.
  beforeEach(() => restore())

  const subscribedOf = async (addresses: string[]): Promise<string[]> => {
    const found = await Contact.find({ projectId: project.id, email: { $in: addresses } }).lean()
    expect(found.map(({ email }) => email)).to.have.members(addresses)
    return found.filter(({ subscribed }) => subscribed).map(({ email }) => email)
  }
  const each = async (addresses: string[], act: (address: string) => Promise<{ status: number }>): Promise<void> => {
    const answers = await Promise.all(addresses.map(act))
    for (const { status } of answers) expect(status).to.be.oneOf([200, 201])
  }
  const track = (email: string, more: object = {}) => publicClient.post('/v1/track', { email, event: 'seen', ...more })
  const message = { subject: 'Hi', body: '<p>Hi</p>', from: 'sender@example.com' }
  const receive = async (address: string): Promise<{ status: number }> => {
    const text = `From: ${address}\r\nTo: in@example.com\r\nSubject: Hi\r\n\r\nHi\r\n`
    const verdict = 'PASS' as const
    await storeReceived({
      id: newId(),
      projectId: project.id,
      recipients: ['in@example.com'],
      mail: { sender: address },
      message: await readInboundMessage(Buffer.from(text)),
      verdicts: { spam: verdict, virus: verdict, spf: verdict, dkim: verdict, dmarc: verdict },
      retentionDays: 1,
      admitContact: () => Promise.resolve(true),
    })
    return { status: 200 }
  }
  const importAs =
    (column: string, query = '') =>
    async (addresses: string[]) => {
      const result = await importer.importFile(
        `email${column}\n${addresses.map((at) => `${at}${column && ',yes'}`).join('\n')}\n`,
        query,
      )
      expect(result.keptUnsubscribed).to.equal(query === '' ? addresses.length : 0)
    }

  const STAYS: Record<string, (addresses: string[]) => Promise<void>> = {
    'POST /contacts': (all) => each(all, (email) => client.post('/contacts', { email })),
    'POST /v1/track': (all) => each(all, (email) => track(email)),
    'POST /v1/send': (all) => each(all, (to) => client.post('/v1/send', { to, ...message })),
    'a file of addresses': importAs(''),
    'a file that says yes': importAs(',subscribed'),
    'a static segment': async (emails) => {
      const { id } = (await client.post('/segments', { name: 'Fair', type: 'STATIC' })).body
      await each([id], () => client.post(`/segments/${id}/members`, { emails, createMissing: true }))
    },
    'received mail': (all) => each(all, receive),
    'the public key where the project forbids it': async (all) => {
      await updateProject(project.id, { publicKeyMayResubscribe: false })
      await each(all, (email) => track(email, { subscribed: true }))
    },
    'another contact that gets the address': (all) =>
      each(all, async (email) => {
        const { _id } = await createContact({ projectId: project.id })
        return client.patch(`/contacts/${_id}`, { email })
      }),
  }
  for (const [way, come] of Object.entries(STAYS)) {
    it(`stays unsubscribed by ${way}`, async () => {
      await come(addresses)
      expect(await subscribedOf(addresses)).to.deep.equal([])
      const file = await importer.importFile(`email,subscribed\n${addresses.map((at) => `${at},yes`).join('\n')}\n`)
      expect(file.keptUnsubscribed).to.equal(addresses.length)
    })
  }

  const RETURNS: Record<string, (addresses: string[]) => Promise<void>> = {
    'POST /contacts that says so': (all) => each(all, (email) => client.post('/contacts', { email, subscribed: true })),
    'POST /v1/send that says so': (all) =>
      each(all, (to) => client.post('/v1/send', { to, subscribed: true, ...message })),
    'the public key': (all) => each(all, (email) => track(email, { subscribed: true })),
    'a file with resubscribe=true': importAs('', '?resubscribe=true'),
    'a file that says yes with resubscribe=true': importAs(',subscribed', '?resubscribe=true'),
  }
  for (const [way, come] of Object.entries(RETURNS)) {
    it(`is subscribed by ${way}`, async () => {
      await come(addresses)
      expect(await subscribedOf(addresses)).to.have.members(addresses)
      expect(
        await Contact.countDocuments({ projectId: project.id, optOut: { $exists: true }, subscribed: true }),
      ).to.equal(0)
    })
  }

  it('is known by a hash that does not show the address', async () => {
    const stored = await Mailbox.find({ projectId: project.id }).lean()
    // Those who moved have left one mailbox, and have another one that nobody has left.
    expect(stored).to.have.length(addresses.length)
    expect(JSON.stringify(stored)).not.to.include('example.com')
  })

  it('is unknown in another project', async () => {
    const other = await createProject()
    await each(addresses, (email) => gateway.as(other.secretKey).post('/contacts', { email }))
    expect(await Contact.countDocuments({ projectId: other.id, subscribed: true })).to.equal(addresses.length)
  })
})
