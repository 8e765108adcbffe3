import { expect } from 'chai'
import { declaredCollections } from '../../models/indexes.js'
import type { ClientResponse } from '../support/http-client.js'
import { indexWritesOf } from '../support/profiled.js'
import { useProject } from '../support/project.js'
import { settle } from '../support/settle.js'

/** The indexes that a write touches, by collection. */
type Touched = Record<string, string[]>

const NEW_CONTACT = [
  '_id_',
  'projectId_1_email_1',
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
const ENTRY = ['_id_', 'owner_1_lane_1__id_1', 'lane_1__id_1']
const ENTRY_OF_DUE_EVENTS = [...ENTRY, 'lane_1_activityAt_1']

const TABLE: [write: string, isKnown: boolean, data: object, touched: Touched][] = [
  ['/v1/track', false, { plan: 'pro' }, { contacts: NEW_CONTACT, events: NEW_EVENT, outbox: [...ENTRY, ...ENTRY] }],
  ['/v1/track', true, { plan: 'pro' }, { events: NEW_EVENT, outbox: ENTRY_OF_DUE_EVENTS }],
  ['/v1/track', true, { plan: 'team' }, { events: NEW_EVENT, outbox: [...ENTRY, ...ENTRY] }],
  // No index on emails is named here: their number has a test beside the model's own.
  ['/v1/send', false, { plan: 'pro' }, { contacts: NEW_CONTACT, outbox: [...ENTRY, ...ENTRY] }],
  ['/v1/send', true, { plan: 'pro' }, { outbox: ENTRY }],
  ['/v1/send', true, { plan: 'team' }, { outbox: [...ENTRY, ...ENTRY] }],
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
      await settle(project.id)
      const { emails: _emails, ...written } = await indexWritesOf(() => write(path, 'ada@example.com', data))
      const expected = Object.entries(touched).map(([collection, names]) => [collection, names.length])
      expect(written).to.deep.equal(Object.fromEntries(expected))
    })
  }

  it('are declared under these names', () => {
    const declared = new Map(declaredCollections().map(({ name, indexes }) => [name, indexes.map((each) => each.name)]))
    for (const [, , , touched] of TABLE) {
      for (const [collection, names] of Object.entries(touched)) {
        expect(['_id_', ...(declared.get(collection) ?? [])]).to.include.members([...new Set(names)])
      }
    }
  })
})
