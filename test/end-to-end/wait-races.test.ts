import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { Contact, Execution } from '../support/models.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { createClient } from '../support/http-client.js'
import { listen } from '../support/listen.js'
import { runs } from '../support/runs.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { outcomesOf } from '../support/walks.js'
import { makeWorkflow, type StepPlan } from '../support/workflows.js'

// RUNS=200 npm test -- test/end-to-end/wait-races.test.ts
const TIMES = runs(2).numRuns
const AT_ONCE = 10
// So many executions keep a small machine busy, and none waits for minutes until it runs.
const MAX_OPEN = 100
const SUBJECT = 'Race'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Steps before the last wait of a workflow, and an event that happens while they run, or before. */
interface Race {
  steps: StepPlan[]
  awaited: string
  /** The event of the user right after the trigger. */
  reported?: string[]
  /** The event of the user when a step of this number is over. */
  reportedAfter?: { sequence: number; event: string }
  address?: (n: number) => string
}

describe('an event that comes before the step that waits for it', () => {
  const posthorn = useStack()
  let webhook: Server
  let url: string

  before(async () => {
    // The call takes time, so that some events come during it.
    webhook = createServer((req, res) => {
      req.resume().on('end', () => setTimeout(() => res.end('{}'), 100))
    })
    url = `http://127.0.0.1:${await listen(webhook)}/`
  })
  after(() => webhook.close())

  async function makeRaces(): Promise<Record<string, Race>> {
    const { api } = posthorn
    const template = await api.post('/templates', {
      name: SUBJECT,
      subject: SUBJECT,
      body: '<p>Hello {{ email }}, <a href="https://example.com/offer">look</a></p>',
      from: 'hello@example.com',
      type: 'TRANSACTIONAL',
    })
    const segment = async (plan: string) => {
      const condition = {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: plan }] }],
      }
      const made = await api.post('/segments', { name: plan, type: 'DYNAMIC', trackMembership: true, condition })
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
    }
    await segment('pro')
    const step = (type: string, name: string, config: object = {}) => ({ type, name, config })
    const mail = { type: 'SEND_EMAIL', name: 'Mail', templateId: template.body.id }
    const call = step('WEBHOOK', 'Call', { url })
    const unsubscribe = step('UPDATE_CONTACT', 'Out', { subscriptionAction: 'unsubscribe' })
    const subscribe = step('UPDATE_CONTACT', 'In', { subscriptionAction: 'subscribe' })
    const plan = (value: string) => step('UPDATE_CONTACT', value, { updates: { plan: value } })
    const check = step('CONDITION', 'Check', { field: 'email', operator: 'exists' })
    const yes = { after: { step: 'Check', branch: 'yes' } }
    const simulated = (kind: string) => (n: number) => `${kind}+${n}@simulator.amazonses.com`
    const paid = { awaited: 'paid', reported: ['paid'] }
    return {
      'before the execution exists': { ...paid, steps: [] },
      'during a SEND_EMAIL': { ...paid, steps: [mail] },
      'during a WEBHOOK': { ...paid, steps: [call] },
      'during an UPDATE_CONTACT': { ...paid, steps: [plan('basic')] },
      'during a CONDITION': { ...paid, steps: [check, { ...plan('basic'), ...yes }] },
      'during four steps': { ...paid, steps: [mail, check, { ...call, ...yes }, plan('basic')] },
      'after a DELAY': {
        awaited: 'paid',
        steps: [step('DELAY', 'Pause', { amount: 0.01, unit: 'minutes' }), call],
        reportedAfter: { sequence: 1, event: 'paid' },
      },
      'after a wait that an event ended': {
        awaited: 'paid',
        steps: [step('WAIT_FOR_EVENT', 'First', { eventName: 'seen' }), call],
        reported: ['seen', 'paid'],
      },
      'that is the second of its name': {
        awaited: 'paid',
        steps: [step('WAIT_FOR_EVENT', 'First', { eventName: 'paid' }), call],
        reported: ['paid', 'paid'],
      },
      'email.sent': { awaited: 'email.sent', steps: [mail] },
      'email.delivery': { awaited: 'email.delivery', steps: [mail, call] },
      'email.bounce': { awaited: 'email.bounce', steps: [mail, call], address: simulated('bounce') },
      'email.complaint': { awaited: 'email.complaint', steps: [mail, call], address: simulated('complaint') },
      'email.open': { awaited: 'email.open', steps: [mail, call] },
      'email.click': { awaited: 'email.click', steps: [mail, call] },
      'contact.unsubscribed': { awaited: 'contact.unsubscribed', steps: [unsubscribe] },
      'contact.subscribed': { awaited: 'contact.subscribed', steps: [unsubscribe, subscribe, call] },
      'segment.pro.entry': { awaited: 'segment.pro.entry', steps: [plan('pro')] },
      'segment.pro.exit': { awaited: 'segment.pro.exit', steps: [plan('basic')], address: member },
    }
  }
  const member = (n: number): string => `member-${n}@example.com`

  /** Puts contacts into the segment before anything begins. */
  async function makeMembers(): Promise<void> {
    for (let n = 0; n < TIMES; n += 1) {
      const { status } = await posthorn.api.post('/contacts', { email: member(n), data: { plan: 'pro' } })
      expect(status).to.equal(201)
    }
    await eventuallyEquals(
      () => Contact.countDocuments({ projectId: posthorn.project.id, 'segments.0': { $exists: true } }),
      TIMES,
    )
  }

  async function run(workflowId: string, race: Race, email: string, name: string): Promise<void> {
    expect(await posthorn.track(email, `begin ${name}`)).to.equal(200)
    for (const event of race.reported ?? []) expect(await posthorn.track(email, event)).to.equal(200)
    if (!race.reportedAfter) return
    const { sequence, event } = race.reportedAfter
    const { projectId, contactId } = await eventually(
      async () => {
        const contact = await Contact.findOne({ projectId: posthorn.project.id, email }, { _id: 1 }).lean()
        return contact && { projectId: posthorn.project.id, contactId: contact._id }
      },
      (found) => found !== null,
    ).then((found) => found ?? { projectId: '', contactId: '' })
    await eventually(
      () => Execution.exists({ projectId, workflowId, contactId, sequence: { $gt: sequence } }),
      (found) => found !== null,
    )
    expect(await posthorn.track(email, event)).to.equal(200)
  }

  /** Opens every message, and follows its link, until `isOver`. */
  async function readMail(isOver: () => boolean): Promise<void> {
    const read = new Set<string>()
    while (!isOver()) {
      for (const { id } of await posthorn.inbox({ subject: SUBJECT })) {
        if (read.has(id)) continue
        read.add(id)
        const { body } = await createClient(posthorn.stack.info.inbox).get(`/messages/${id}`)
        const html = JSON.stringify(body).replaceAll('\\"', '"')
        const found = [/src="(http[^"]+\/o\/[^"]+)"/, /href="(http[^"]+\/c\/[^"]+)"/].map(
          (part) => part.exec(html)?.[1],
        )
        for (const address of found) {
          if (address === undefined) throw new Error(`Neither pixel nor link: ${html}`)
          await fetch(address, { headers: { 'user-agent': BROWSER }, redirect: 'manual' })
        }
      }
      await delay(500)
    }
  }

  it(`ends the wait in each of ${TIMES} executions of each kind, all at once`, async function () {
    // It ends when nothing has ended for a while.
    this.timeout(0)
    const races = Object.entries(await makeRaces())
    await makeMembers()
    const ids = new Map<string, string>()
    for (const [name, race] of races) {
      const wait = { type: 'WAIT_FOR_EVENT', name: 'Wait', config: { eventName: race.awaited, timeout: 3_600 } }
      const steps = [...race.steps, wait]
      ids.set(name, await makeWorkflow(posthorn.api, { name, eventName: `begin ${name}`, steps }))
    }
    let isOver = false
    const reader = readMail(() => isOver)
    const turns = Array.from({ length: TIMES }, (_, n) => races.map(([name, race], kind) => ({ name, race, kind, n })))
    const workflowIds = [...ids.values()]
    const ended = () => Execution.countDocuments({ workflowId: { $in: workflowIds }, status: 'COMPLETED' })
    let begun = 0
    await mapConcurrent(turns.flat(), AT_ONCE, async ({ name, race, kind, n }) => {
      begun += 1
      await eventually(ended, (count) => begun - count < MAX_OPEN)
      const { address = () => `race-${kind}-${n}@example.com` } = race
      return run(ids.get(name) ?? '', race, address(n), name)
    })
    await eventually(ended, (count) => count === begun).catch(() => 'Some have lost their event')
    isOver = true
    await reader

    const seen: Record<string, number> = {}
    for (const [name, workflowId] of ids) {
      seen[name] = 0
      for (const { _id } of await Execution.find({ workflowId }, { _id: 1 }).lean()) {
        const last = (await outcomesOf(_id)).at(-1)
        if (last?.branch === 'event') seen[name] += 1
      }
    }
    expect(seen).to.deep.equal(Object.fromEntries(races.map(([name]) => [name, TIMES])))
  })
})
