import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { createContact, createTemplate } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { createSender } from '../../support/sends.js'

const jane = { name: 'Jane', email: 'a@example.com' }
const john = { name: 'John', email: 'b@example.com' }
const message = { subject: 'For {{ name }}', body: 'Hello {{ name }}, or {{ data.name }}!', from: 'news@example.com' }

describe('the name of a recipient', () => {
  const { project, client } = useProject()
  const { send, deliver } = createSender({ project, client }, message)

  /** The messages of a request as the provider got them, in the order of their addresses. */
  const mailsOf = async (body: object): Promise<string[]> => {
    const emails = await send(body)
    return (await deliver(...emails.map(({ email }) => email))).map(({ raw }) => raw)
  }
  const greeted = (raw: string | undefined): string | undefined => /Hello (.*?), or/.exec(raw ?? '')?.[1]
  const nameOf = async (email: string): Promise<unknown> =>
    (await Contact.findOne({ projectId: project.id, email }).lean())?.data?.['name']

  it('is filled in for each recipient of a request, in the subject and by the data too, and stored on the contacts', async () => {
    const [toJane, toJohn] = await mailsOf({ to: [jane, john] })
    expect(toJane).to.include('Hello Jane, or Jane!').and.to.include('Subject: For Jane\r\n')
    expect(toJohn).to.include('Hello John, or John!').and.to.include('To: John <b@example.com>\r\n')
    expect([await nameOf(jane.email), await nameOf(john.email)]).to.deep.equal(['Jane', 'John'])
    const [again] = await mailsOf({ to: jane.email })
    expect(greeted(again)).to.equal('Jane')
  })

  it('is filled in for a single recipient', async () => {
    const [mail] = await mailsOf({ to: jane })
    expect(greeted(mail)).to.equal('Jane')
    expect(await nameOf(jane.email)).to.equal('Jane')
    const fields = await client.get('/contacts/fields')
    expect(JSON.stringify(fields.body)).to.include('"data.name"')
  })

  it('is filled in by a template', async () => {
    const { _id: template } = await createTemplate({
      projectId: project.id,
      type: 'TRANSACTIONAL',
      subject: message.subject,
      body: message.body,
    })
    const [mail] = await mailsOf({ to: jane, template, subject: undefined, body: undefined })
    expect(greeted(mail)).to.equal('Jane')
  })

  const once = (value: string) => ({ value, persistent: false })
  const full = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]))
  /** The fields of a known contact and the data of the request; then the name in the greeting and the stored one. */
  const PRIORITIES: [
    known: Record<string, unknown> | null,
    data: object | null,
    greeting: string | null,
    stored?: string,
  ][] = [
    [{ name: 'Janet' }, null, 'Janet', 'Janet'],
    [null, { name: 'Dr Doe' }, 'Dr Doe', 'Dr Doe'],
    [null, { name: once('Dr Doe') }, 'Dr Doe', 'Jane'],
    [null, { name: '' }, 'Jane', 'Jane'],
    [null, { name: once('') }, 'Jane', 'Jane'],
    [{ name: '', plan: 'pro' }, null, 'Jane', 'Jane'],
    [{ name: null, plan: 'pro' }, null, 'Jane', 'Jane'],
    // A name that the request clears is not stored again, and a contact with all fields has no room for it.
    [{ name: 'Janet' }, { name: null }, null],
    [null, { name: null }, null],
    [full, null, 'Jane'],
  ]
  for (const many of [false, true]) {
    const to = (first: object) => (many ? [first, john] : first)
    const whose = many ? 'one of several recipients' : 'a single recipient'

    it(`is overridden by the name of the contact and of the data, and stored where there is none: ${whose}`, async () => {
      for (const [known, data, greeting, stored] of PRIORITIES) {
        await Contact.deleteMany({ projectId: project.id })
        if (known) await createContact({ projectId: project.id, email: jane.email, data: known })
        const [mail] = await mailsOf({ to: to(jane), ...(data ? { data } : {}) })
        const what = JSON.stringify([known, data]).slice(0, 90)
        if (greeting !== null) expect(greeted(mail), what).to.equal(greeting)
        expect(mail, what).to.include('To: Jane <a@example.com>\r\n')
        expect(await nameOf(jane.email), what).to.equal(stored)
      }
    })
  }

  it('is empty in a greeting without a name', async () => {
    const [mail] = await mailsOf({ to: { email: jane.email, name: '' } })
    expect(greeted(mail)).to.equal('')
    expect(await nameOf(jane.email)).to.equal(undefined)
  })
})
