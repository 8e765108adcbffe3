import { expect } from 'chai'
import { createFactRecorder } from '../../activities/delivery/fact-recorder.js'
import { throughProjectCaches } from '../../commands/base/records/project-cache.js'
import { Contact, Email, Outbox } from '../support/models.js'
import type { Start, Temporal } from '../../outbox/temporal.js'
import { newId } from '../../runtime/ids.js'
import { fakeProvider } from '../activities/campaign/campaign-walk.js'
import { applyMessages, deliveredNotification, notificationOf } from '../commands/sending/emails/notifications.js'
import { commandsOf } from '../support/commands.js'
import { deliverOne, deliveryDeps } from '../support/delivery-deps.js'
import { useProject } from '../support/project.js'
import { dispatchAll } from '../support/dispatch-all.js'
import { useRelays } from '../support/relays.js'

// A process also reads the disabled and deleted projects every two seconds, and the clock of the database every ten.
const BESIDE = ['find projects', 'find deleted_projects', 'hello']

describe('the commands that a unit of work alone gives MongoDB in all processes', () => {
  const { project, client, publicClient } = useProject()
  const makeRelay = useRelays()

  const relayOf = (start: (start: Start) => Promise<void> = async () => undefined) => {
    const onFailure = (kind: string, error: unknown): void => {
      throw new Error(kind, { cause: error })
    }
    return makeRelay({ temporal: { start } as Temporal, onFailure })
  }
  const entries = () => Outbox.find({ projectId: project.id }).lean()
  const send = (to: string, data: object) =>
    client.post('/v1/send', { to, subject: 'Hi', body: '<p>Hi {{ plan }}</p>', from: 'news@example.com', data })
  const withoutBeside = (commands: string[]): string[] => commands.filter((command) => !BESIDE.includes(command))

  /** Dispatches the stored outbox entries until none is left. */
  const relay = async (): Promise<string[]> => {
    const [stored, own] = [await entries(), relayOf()]
    return commandsOf(async () => {
      own.enqueue(stored)
      await own.close()
    })
  }

  beforeEach(async () => {
    // Event names, fields and contents are stored once, with the first of their requests.
    await publicClient.post('/v1/track', { email: 'ada@example.com', event: 'signed up', data: { plan: 'pro' } })
    const { body } = await send('ada@example.com', { plan: 'pro' })
    // A worker loads a content and the template engine with the first of its emails.
    await deliverOne(deliveryDeps(fakeProvider()), project.id, body.data.emails[0].email)
    await dispatchAll(project.id)
    await Outbox.deleteMany({ projectId: project.id })
  })

  it('are ten for POST /v1/track for a known contact, with its dispatch', async () => {
    const request = await throughProjectCaches(async () => []).then(() =>
      commandsOf(() =>
        publicClient.post('/v1/track', { email: 'ada@example.com', event: 'signed up', data: { plan: 'pro' } }),
      ),
    )
    const stored = ['insert events', 'insert outbox', 'commitTransaction']
    expect(withoutBeside(request)).to.deep.equal(['aggregate contacts', ...stored])
    const completed = ['delete outbox', 'update daily_counts', 'update contacts', 'commitTransaction']
    expect(withoutBeside(await relay())).to.deep.equal(['aggregate waits', ...completed])
    expect(await entries()).to.deep.equal([])
    const contact = await Contact.findOne({ projectId: project.id, email: 'ada@example.com' }).orFail().lean()
    expect(contact.activity?.['signed up']?.count).to.equal(2)
  })

  it('are thirty-three for POST /v1/send to a new contact, until its delivery is recorded', async () => {
    const to = 'new@example.com'
    const request = await commandsOf(() => send(to, { plan: 'pro' }))
    const stored = ['insert emails', 'insert outbox', 'commitTransaction']
    expect(withoutBeside(request)).to.deep.equal(['findAndModify contacts', 'find mailboxes', ...stored])

    const counted = ['delete outbox', 'update contact_counts', 'commitTransaction']
    expect(withoutBeside(await relay())).to.deep.equal([
      'aggregate contacts',
      'find fields',
      ...counted,
      'delete outbox',
    ])

    const email = await Email.findOne({ projectId: project.id, to }).orFail().lean()
    const recorder = createFactRecorder()
    const deps = { ...deliveryDeps(fakeProvider()), recorder }
    const delivered = await commandsOf(() => deliverOne(deps, project.id, email._id))
    const recorded = ['update emails', 'update events', 'update contacts', 'insert outbox', 'commitTransaction']
    const claimed = ['findAndModify emails', 'aggregate contacts']
    expect(withoutBeside(delivered)).to.deep.equal([...claimed, ...recorded])
    const dispatched = ['aggregate waits', 'delete outbox', 'update daily_counts', 'commitTransaction']
    expect(withoutBeside(await relay())).to.deep.equal(dispatched)

    const messages = [notificationOf(email, { eventType: 'Send', send: {} }), deliveredNotification(email)]
    const notifications = messages.map((message) => ({ id: newId(), message }))
    // The first notification in a second updates for other processes how far the provider's notifications reach.
    const isTimesUpdate = (command: string): boolean => command === 'update notification_times'
    const applied = await commandsOf(() => applyMessages(notifications))
    const ofEmail = withoutBeside(applied).filter((command) => !isTimesUpdate(command))
    expect(ofEmail).to.deep.equal(['find emails', ...recorded])
    expect(withoutBeside(await relay())).to.deep.equal(dispatched)
    expect(await Email.findById(email._id).lean()).to.include({ status: 'DELIVERED' })
    expect(await entries()).to.deep.equal([])
  })
})
