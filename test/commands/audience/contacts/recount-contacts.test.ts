import { expect } from 'chai'
import * as fc from 'fast-check'
import { contactTotals } from '../../../../commands/audience/contacts/contact-totals.js'
import { countFields } from '../../../../commands/audience/fields/count-fields.js'
import { deleteContact } from '../../../../commands/lifecycle/erasure/delete-contacts.js'
import { deleteField } from '../../../../commands/lifecycle/erasure/delete-field.js'
import { recountContacts } from '../../../../commands/audience/contacts/recount-contacts.js'
import { ContactCount } from '../../../../models/contact-count.js'
import { Contact } from '../../../../models/contact.js'
import { useDatabase } from '../../../support/database.js'
import { createContact, createProject } from '../../../support/factories.js'
import { expectCounted } from './expect-counted.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { runs } from '../../../support/runs.js'
import { finishBegun } from '../../base/jobs/finish-begun.js'
import { setData } from './set-data.js'

/** An operation that changes the counters of a project's contacts. */
type Change =
  | { kind: 'set'; who: number; data: Record<string, unknown>; subscribed?: boolean | undefined }
  | { kind: 'delete'; who: number }
  | { kind: 'deleteField'; key: string }
  | { kind: 'dispatch' }

const keys = fc.constantFrom('a', 'b', 'a.b', '$c', '')
const who = fc.nat(3)
const data = fc.dictionary(keys, fc.constantFrom(1, 'x', true, null, '', [1]), { maxKeys: 3 })
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      who,
      data,
      subscribed: fc.constantFrom(true, false, undefined),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteField' as const), key: keys }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'dispatch' as const }) },
)

async function apply(projectId: string, change: Change): Promise<void> {
  switch (change.kind) {
    case 'set':
      await setData(projectId, { email: `c${change.who}@example.com` }, change.data, { subscribed: change.subscribed })
      return
    case 'delete': {
      const contact = await Contact.findOne({ projectId, email: `c${change.who}@example.com` }, { _id: 1 }).lean()
      if (contact) await deleteContact({ projectId, contactId: contact._id }, 0)
      return
    }
    case 'deleteField':
      await deleteField(projectId, `data.${change.key}`)
      return
    case 'dispatch':
      await dispatchAll(projectId)
  }
}

/** The numbers of a project, counted one by one; fields without a contact are left out. */
async function byHand(projectId: string) {
  const contacts = await Contact.find({ projectId }).lean()
  const had = contacts.flatMap(({ data: fields }) => Object.keys(fields))
  return {
    contacts: contacts.length,
    subscribed: contacts.filter(({ subscribed }) => subscribed).length,
    fields: Object.fromEntries(had.map((key) => [key, had.filter((other) => other === key).length])),
  }
}

/** The same as the API answers it. */
async function byCounters(projectId: string) {
  const [totals, { fields }] = await Promise.all([contactTotals(projectId), countFields(projectId)])
  const had = fields.filter(({ count }) => count !== 0)
  return { ...totals, fields: Object.fromEntries(had.map(({ key, count }) => [key, count])) }
}

describe('the counters of contacts', () => {
  useDatabase()

  it('equal a count by hand before and after the dispatch, whatever happened in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 12 }), async (sequence) => {
        const { id: projectId } = await createProject()
        for (const change of sequence) {
          await apply(projectId, change)
          await finishBegun(projectId)
          expect(await byCounters(projectId)).to.deep.equal(await byHand(projectId))
        }
        await dispatchAll(projectId)
        expect(await byCounters(projectId)).to.deep.equal(await byHand(projectId))
        await expectCounted(projectId)
      }),
      runs(10),
    )
  })

  it('equal a count by hand when everything happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 4, maxLength: 10 }), async (sequence) => {
        const { id: projectId } = await createProject()
        await Promise.all(sequence.map((change) => apply(projectId, change)))
        await finishBegun(projectId)
        await dispatchAll(projectId)
        expect(await byCounters(projectId)).to.deep.equal(await byHand(projectId))
        await expectCounted(projectId)
      }),
      runs(6),
    )
  })
})

describe('recountContacts', () => {
  useDatabase()

  it('names every wrong counter', async () => {
    const { id: projectId } = await createProject()
    for (const subscribed of [true, true, false]) await createContact({ projectId, subscribed })
    expect(await recountContacts(projectId)).to.deep.equal({ contacts: 3, differences: [] })
    await dispatchAll(projectId)
    expect(await recountContacts(projectId)).to.deep.equal({ contacts: 3, differences: [] })
    await ContactCount.updateOne({ _id: projectId, projectId }, { $inc: { contacts: 2, subscribed: -1 } })
    expect(await recountContacts(projectId)).to.deep.equal({
      contacts: 3,
      differences: [
        { counter: 'contacts', is: 5, shouldBe: 3 },
        { counter: 'subscribed', is: 1, shouldBe: 2 },
      ],
    })
  })

  it('repairs wrong counters while the project is in use', async () => {
    const { id: projectId } = await createProject()
    for (let n = 0; n < 10; n += 1) await createContact({ projectId })
    await dispatchAll(projectId)
    await ContactCount.deleteOne({ _id: projectId, projectId })
    // These write contact and outbox entry together, as all requests do.
    const going = [0, 1, 2, 3, 4].map((n) =>
      setData(projectId, { email: `new${n}@example.com` }, {}, { subscribed: true }),
    )
    await Promise.all([recountContacts(projectId, { repair: true }), ...going])
    await dispatchAll(projectId)
    expect(await recountContacts(projectId)).to.deep.equal({ contacts: 15, differences: [] })
    expect(await contactTotals(projectId)).to.deep.equal({ contacts: 15, subscribed: 15 })
  })
})
