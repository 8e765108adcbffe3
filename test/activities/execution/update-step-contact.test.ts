import { expect } from 'chai'
import { createExecutionActivities } from '../../../activities/execution.js'
import { updateStepContact } from '../../../activities/execution/update-step-contact.js'
import { cancelExecution } from '../../../commands/automation/executions/cancel-execution.js'
import { completeStep, type StepResult } from '../../../commands/automation/executions/complete-step.js'
import { contactTotals } from '../../../commands/audience/contacts/contact-totals.js'
import { countFields } from '../../../commands/audience/fields/count-fields.js'
import { changeContact } from '../../../commands/audience/contacts/change-contact.js'
import { nameLimits, setNameLimits } from '../../../commands/base/records/name-limits.js'
import { Contact, Event } from '../../support/models.js'
import { planDataPatch } from '../../../models/domain/data.js'
import type { NextStep } from '../../../models/domain/next-step.js'
import { unescapeData } from '../../../models/domain/fields.js'
import { Project } from '../../../models/project.js'
import { asActivity } from '../../support/activity-context.js'
import { useDatabase } from '../../support/database.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { enterStep, recordingDeps, type EnteredStep } from './entered-step.js'
import { outcomesOf } from '../../support/walks.js'
import { enqueued } from '../../support/outbox.js'

const step = (config: object) => makeStep('UPDATE_CONTACT', { name: 'Mark', config: { ...config } })

describe('an UPDATE_CONTACT step', () => {
  useDatabase()

  const walk = async ({ ref, open }: EnteredStep): Promise<StepResult | NextStep> =>
    updateStepContact(ref, await open())
  const dataOf = async ({ contact }: EnteredStep) =>
    unescapeData((await Contact.findById(contact._id).orFail().lean()).data)
  const events = (entered: EnteredStep) =>
    Event.find({ projectId: entered.projectId, name: /^contact\./ })
      .sort({ createdAt: 1 })
      .lean()

  it('merges its fields like every change of a contact, and fills in every string in them', async () => {
    const entered = await enterStep(
      step({
        updates: {
          plan: '{{ event.plan }}',
          'a.b': '{{ data["a.b"] }}{{ event.plan }}',
          gone: null,
          kept: '',
          alsoKept: '{{ data.missing }}',
          email: 'reserved@example.com',
          wrapped: { value: '{{ contact.email }}', persistent: true },
          oneOff: { value: 'x', persistent: false },
          nested: { list: ['{{ workflow.name }}', 7, { deep: '{{ execution.id }} {{ steps.Look up.score }}' }] },
          count: 3,
          flag: false,
        },
      }),
      {
        contact: { email: 'ada@example.com', data: { 'a.b': 'x', gone: 1, kept: 2, alsoKept: 3, other: 4 } },
        context: { plan: 'pro & <co>' },
        past: [['Look up', { score: 9 }]],
      },
    )

    const result = await walk(entered)

    expect(await dataOf(entered)).to.deep.equal({
      'a.b': 'xpro & <co>',
      kept: 2,
      alsoKept: 3,
      other: 4,
      plan: 'pro & <co>',
      wrapped: 'ada@example.com',
      nested: { list: ['Onboarding', 7, { deep: `${entered.ref.executionId} 9` }] },
      count: 3,
      flag: false,
    })
    expect((await Contact.findById(entered.contact._id).orFail().lean()).email).to.equal('ada@example.com')
    expect(result).to.include({ kind: 'END', status: 'COMPLETED' })
    const recorded = (await outcomesOf(entered.ref.executionId)).at(-1)
    const updated = ['plan', 'a.b', 'wrapped', 'nested', 'count', 'flag', 'gone']
    expect(recorded).to.deep.include({ status: 'COMPLETED', output: { updated, subscriptionAction: 'none' } })
  })

  for (const [subscriptionAction, before, name] of [
    ['unsubscribe', true, 'contact.unsubscribed'],
    ['subscribe', false, 'contact.subscribed'],
  ] as const) {
    it(`emits ${name} once when it changes the subscription, with the depth of its execution, and nothing otherwise`, async () => {
      const entered = await enterStep(step({ subscriptionAction }), { contact: { subscribed: before }, depth: 4 })
      await walk(entered)
      const [event, ...others] = await events(entered)
      expect(event).to.deep.include({ name, contactId: entered.contact._id, depth: 4, data: { source: 'workflow' } })
      expect(others).to.deep.equal([])
      expect((await Contact.findById(entered.contact._id).orFail().lean()).subscribed).to.equal(!before)
      const already = await enterStep(step({ subscriptionAction }), { contact: { subscribed: !before } })
      await walk(already)
      expect(await events(already)).to.deep.equal([])
    })
  }

  it('advances the execution in the same transaction, so that a repetition has no effect', async () => {
    const entered = await enterStep(step({ updates: { visits: '{{ visits | plus: 1 }}' } }), {
      contact: { data: { visits: 1 } },
    })
    const open = await entered.open()
    const next = await updateStepContact(entered.ref, open)
    expect(next).to.deep.equal({ kind: 'END', status: 'EXITED', name: 'EXIT' })
    expect(await entered.read()).to.include({ status: 'EXITED', sequence: 2 })

    // The answer of the first attempt was lost: it had read the step as open, and so does the second one.
    await updateStepContact(entered.ref, open)
    const outcome = { status: 'FAILED', branch: null, output: null, error: 'late' } as const
    expect(await completeStep(entered.ref, outcome)).to.deep.equal({ kind: 'END', status: 'EXITED' })

    expect(await dataOf(entered)).to.deep.equal({ visits: 2 })
    const recorded = await outcomesOf(entered.ref.executionId)
    const walked = recorded.map(({ status, sequence }) => `${status} ${sequence}`)
    expect(walked).to.deep.equal(['COMPLETED 1', 'COMPLETED 2'])
  })

  it('keeps the type of a value that stands alone, and deletes a field for null, at any depth', async () => {
    const updates = {
      points: '{{ data.points | plus: 1 }}',
      vip: '{{ event.vip }}',
      tags: '{{ event.tags }}',
      address: ' {{ event.address }} ',
      gone: '{{ event.none }}',
      kept: '{{ event.missing }}',
      mixed: '{{ data.points }} points',
      code: '{{ event.code }}',
      rest: { list: ['{{ event.vip }}', { deep: '{{ event.price | times: 2 }}' }, '{{ event.none }}'] },
      at: '{{ "2026-03-29T10:00:00Z" | date: "%H:%M" }}',
      wrapped: { value: '{{ event.price }}', persistent: true },
    }
    const entered = await enterStep(step({ updates }), {
      contact: { data: { points: 10, gone: 'x', kept: 'y' } },
      context: { vip: true, tags: ['a', 1], address: { city: 'Ulm', zip: null }, none: null, code: '007', price: 1.5 },
    })
    await Project.updateOne({ _id: entered.projectId }, { $set: { timezone: 'Europe/Berlin' } })
    await walk(entered)
    expect(await dataOf(entered)).to.deep.equal({
      points: 11,
      vip: true,
      tags: ['a', 1],
      address: { city: 'Ulm', zip: null },
      kept: 'y',
      mixed: '10 points',
      code: '007',
      rest: { list: [true, { deep: 3 }, null] },
      at: '12:00',
      wrapped: 1.5,
    })
  })

  it('changes the contact, its counters and its events once, however many workers run it at the same time', async () => {
    const config = { updates: { visits: '{{ visits | plus: 1 }}', fresh: 1 }, subscriptionAction: 'unsubscribe' }
    const entered = await enterStep(step(config), { contact: { data: { visits: 1 } } })
    const open = await entered.open()

    const walkAll = () => Promise.all(Array.from({ length: 8 }, () => updateStepContact(entered.ref, open)))
    const entries = await enqueued(walkAll)
    await dispatchAll(entered.projectId)

    expect(await dataOf(entered)).to.deep.equal({ visits: 2, fresh: 1 })
    expect((await events(entered)).map(({ name }) => name)).to.deep.equal(['contact.unsubscribed'])
    expect(entries.filter(({ kind }) => kind === 'event')).to.have.length(1)
    expect(await contactTotals(entered.projectId)).to.deep.equal({ contacts: 1, subscribed: 0 })
    const { fields } = await countFields(entered.projectId)
    expect(fields.map(({ key, count }) => `${key} ${count}`)).to.deep.equal(['fresh 1', 'visits 1'])
  })

  it('keeps a later change by another source when it is repeated', async () => {
    const entered = await enterStep(step({ subscriptionAction: 'subscribe' }), { contact: { subscribed: false } })
    const { projectId, contact } = entered
    const open = await entered.open()
    await updateStepContact(entered.ref, open)
    const optOut = { projectId, who: { id: contact._id }, patch: planDataPatch({}), subscribed: false }
    await changeContact({ ...optOut, subscribedWhenNew: false, source: 'unsubscribe_page' })

    await updateStepContact(entered.ref, open)

    expect((await Contact.findById(contact._id).orFail().lean()).subscribed).to.equal(false)
    expect(await events(entered)).to.have.length(2)
  })

  it('changes nothing once the cancellation of its execution was answered', async () => {
    const entered = await enterStep(step({ updates: { plan: 'pro' }, subscriptionAction: 'unsubscribe' }))
    const { projectId, workflowId, ref } = entered
    const open = await entered.open()
    await cancelExecution({ projectId, workflowId, executionId: ref.executionId })

    expect(await updateStepContact(ref, open)).to.include({ status: 'SKIPPED' })

    expect(await dataOf(entered)).to.deep.equal({})
    expect(await events(entered)).to.deep.equal([])
    expect(await outcomesOf(ref.executionId)).to.deep.equal([])
    expect(await entered.read()).to.include({ status: 'CANCELLED', sequence: 1 })
  })

  it('either changes the contact and advances or does neither, whenever the cancellation comes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const entered = await enterStep(step({ updates: { plan: 'pro' } }))
      const { projectId, workflowId, ref } = entered
      const open = await entered.open()
      await Promise.allSettled([
        updateStepContact(ref, open),
        cancelExecution({ projectId, workflowId, executionId: ref.executionId }),
      ])
      const { status, sequence } = await entered.read()
      const isWalked = status !== 'CANCELLED'
      expect(await dataOf(entered)).to.deep.equal(isWalked ? { plan: 'pro' } : {})
      expect(await outcomesOf(ref.executionId)).to.have.length(isWalked ? 2 : 0)
      expect([status, sequence]).to.deep.equal(isWalked ? ['EXITED', 2] : ['CANCELLED', 1])
    }
  })

  const failures: [why: string, updates: object, data: object, reason: RegExp][] = [
    ['too much for one contact', { text: '{{ text }}{{ text }}' }, { text: 'x'.repeat(200_000) }, /256 KB/],
    ['no text for a locale', { locale: { value: '{{ email }}', other: 1 } }, {}, /locale/],
  ]
  for (const [why, updates, data, reason] of failures) {
    it(`fails with the reason on ${why}, and changes nothing`, async () => {
      const config = step({ updates: { plan: 'pro', ...updates } })
      const entered = await enterStep(config, { contact: { data: { ...data } } })
      const result = await walk(entered)
      expect(result).to.include({ status: 'FAILED', output: null })
      expect('error' in result ? result.error : null).to.match(reason)
      expect(await dataOf(entered)).to.deep.equal(data)
    })
  }

  it('fails with the reason on a template that cannot be filled in, and changes nothing', async () => {
    const entered = await enterStep(step({ updates: { plan: 'pro', text: 'a {{ data.b' } }))
    const activities = createExecutionActivities(recordingDeps().deps)
    const next = await asActivity(() => activities.updateStepContact(entered.ref))
    expect(next).to.deep.equal({ kind: 'END', status: 'FAILED' })
    const [outcome] = await outcomesOf(entered.ref.executionId)
    expect(outcome).to.include({ status: 'FAILED', output: null })
    expect(outcome?.error).to.match(/line 1, column 3/)
    expect(await dataOf(entered)).to.deep.equal({})
  })

  it('fails with too_many when its project has no room for another field', async () => {
    const production = { ...nameLimits() }
    const entered = await enterStep(step({ updates: { plan: 'pro' } }))
    setNameLimits({ ...production, fields: 0 })
    const result = await walk(entered).finally(() => setNameLimits(production))
    expect(result).to.include({ status: 'FAILED', error: 'too_many' })
    expect(await dataOf(entered)).to.deep.equal({})
  })

  it('skips a contact that is gone', async () => {
    const entered = await enterStep(step({ updates: { plan: 'pro' } }))
    const open = await entered.open()
    await Contact.deleteOne({ _id: entered.contact._id })
    const skipped = { status: 'SKIPPED', output: { reason: 'contact_deleted' } }
    expect(await updateStepContact(entered.ref, open)).to.deep.include(skipped)
  })
})
