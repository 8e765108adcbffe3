import { expect } from 'chai'
import { dispatchEvents } from '../../commands/automation/reactions/dispatch-events.js'
import { throughProjectCaches } from '../../commands/base/records/project-cache.js'
import { Outbox } from '../../models/outbox-entry.js'
import { commandsOf } from '../support/commands.js'
import { createApiKey } from '../support/factories.js'
import type { ClientResponse } from '../support/http-client.js'
import { useProject } from '../support/project.js'
import { dispatchAll } from '../support/dispatch-all.js'

const email = 'ada@example.com'
const TRIES = 5

describe('the commands that one request alone gives MongoDB', () => {
  const { gateway, project, client, publicClient } = useProject()

  const track = (data: object = { plan: 'pro' }, to = email) =>
    publicClient.post('/v1/track', { email: to, event: 'signed up', data })
  const send = (data: object = { plan: 'pro' }, to = email) =>
    client.post('/v1/send', { to, subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com', data })

  /** The fewest commands of several runs, because the gateway also reads the disabled projects every two seconds. */
  const fewest = async (request: (n: number) => Promise<ClientResponse>): Promise<string[]> => {
    let least: string[] | undefined
    for (let n = 0; n < TRIES; n += 1) {
      // A request that comes alone reads the project.
      await throughProjectCaches(() => dispatchAll(project.id))
      const commands = await commandsOf(async () => expect((await request(n)).status).to.equal(200))
      if (!least || commands.length < least.length) least = commands
    }
    return least ?? []
  }

  // Event names, fields and contents are stored once, with the first of their requests.
  beforeEach(async () => {
    await track({ plan: 'pro', n: 0 })
    await send({ plan: 'pro', n: 0 })
  })

  const begun = ['find projects', 'aggregate contacts']
  // A new contact is inserted by the command that looks for it.
  const found = ['find projects', 'findAndModify contacts']

  it('are five for POST /v1/track for a known contact', async () => {
    const stored = ['insert events', 'insert outbox', 'commitTransaction']
    expect(await fewest(() => track())).to.deep.equal([...begun, ...stored])
  })

  it('are one more for POST /v1/track that changes the contact', async () => {
    const stored = ['update contacts', 'insert events', 'insert outbox', 'commitTransaction']
    expect(await fewest((n) => track({ n: n + 1 }))).to.deep.equal([...begun, ...stored])
  })

  it('are three more for POST /v1/track for a new contact, whose mailbox may have left before', async () => {
    // The read of the contacts also returns the time of the database.
    const stored = ['aggregate project_state', 'insert contacts', 'insert events', 'insert outbox', 'commitTransaction']
    const commands = await fewest((n) => track({}, `new-${n}@example.com`))
    expect(commands).to.deep.equal([...begun, 'find mailboxes', ...stored])
  })

  it('are one more for the dispatch of an event without a listener', async () => {
    await dispatchAll(project.id)
    await track()
    const entries = await Outbox.find({ projectId: project.id, kind: 'event' }).lean()
    const commands = await commandsOf(() => dispatchEvents(entries))
    // A process asks for the clock of the database every ten seconds.
    expect(commands.filter((command) => command !== 'hello')).to.deep.equal(['aggregate waits'])
  })

  it('are five for POST /v1/send to a known contact', async () => {
    const stored = ['insert emails', 'insert outbox', 'commitTransaction']
    expect(await fewest(() => send())).to.deep.equal([...found, ...stored])
  })

  it('are as many with a named key, which is read together with its project', async () => {
    const { secret } = await createApiKey({ projectId: project.id, scope: 'send', lastUsedAt: new Date() })
    const body = { to: email, subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com', data: { plan: 'pro', n: 0 } }
    const stored = ['insert emails', 'insert outbox', 'commitTransaction']
    const commands = await fewest(() => gateway.as(secret).post('/v1/send', body))
    expect(commands).to.deep.equal(['aggregate api_keys', 'findAndModify contacts', ...stored])
  })

  it('are one more for POST /v1/send that makes the contact or changes it', async () => {
    const stored = ['insert emails', 'insert outbox', 'commitTransaction']
    expect(await fewest((n) => send({ n: n + 1 }))).to.deep.equal([...found, 'update contacts', ...stored])
    expect(await fewest((n) => send({}, `made-${n}@example.com`))).to.deep.equal([
      ...found,
      'find mailboxes',
      ...stored,
    ])
  })
})
