import { expect } from 'chai'
import { Contact, Email, Event } from '../../support/models.js'
import { everything } from '../../support/database.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { createContact, createProject, createTemplate } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'

const SEEDS = [1, 2]
const REQUESTS = 30
/** How often a part of a request is a refused one. */
const FAULT_RATE = 0.12
/** One value for a part of a request, and its faults, by itself or beside other parts. */
interface Part {
  fields: Record<string, unknown>
  /** The fields with values that are always wrong. */
  faults?: string[]
  is?: 'unknownTemplate' | 'marketing' | 'unverified' | 'usedKey'
  /** Of recipients: whether all are subscribed already, and whether one has no room for another field. */
  areSubscribed?: boolean
  isFull?: boolean
}

interface Ids {
  transactional: string
  marketing: string
  foreign: string
}

const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' }
const inline = { subject: 'Hi {{ name }}', body: '<p>Hi</p>', from: 'news@example.com' }

/** The accepted and the refused values of each part of a request. */
const partsOf = ({ transactional, marketing, foreign }: Ids): { good: Part[]; bad: Part[] }[] => [
  {
    good: [
      { fields: { to: 'in@example.com' }, areSubscribed: true },
      { fields: { to: ['in@example.com', 'out@example.com'] } },
      { fields: { to: ['new@example.com', { email: 'NEW@example.com', name: 'Ada' }] } },
      { fields: { to: ['in@example.com', 'full@example.com'] }, areSubscribed: true, isFull: true },
    ],
    bad: [
      { fields: { to: ['in@example.com', 'nobody'] }, faults: ['to.1'] },
      { fields: { to: { email: 'nobody', name: 'a\nb' } }, faults: ['to.email', 'to.name'] },
      { fields: { to: [] }, faults: ['to'] },
      { fields: {}, faults: ['to'] },
    ],
  },
  {
    good: [
      { fields: inline },
      { fields: { template: transactional } },
      { fields: { template: marketing }, is: 'marketing' },
    ],
    bad: [
      { fields: { template: UNKNOWN_ID }, is: 'unknownTemplate' },
      { fields: { template: foreign }, is: 'unknownTemplate' },
      { fields: { ...inline, from: 'news@elsewhere.io' }, is: 'unverified' },
      { fields: { ...inline, subject: 'a\nb', body: '{% if %}' }, faults: ['subject', 'body'] },
      { fields: {}, faults: ['template', 'from'] },
    ],
  },
  {
    good: [{ fields: {} }, { fields: { subscribed: true } }, { fields: { subscribed: false } }],
    bad: [{ fields: { subscribed: 'yes' }, faults: ['subscribed'] }],
  },
  {
    good: [{ fields: {} }, { fields: { data: { plan: 'pro', code: { value: 1, persistent: false } } } }],
    bad: [{ fields: { data: { locale: 5 } }, faults: ['data.locale'] }],
  },
  {
    good: [{ fields: {} }, { fields: { attachments: [file] } }],
    bad: [
      { fields: { attachments: [file, { ...file, content: '!' }] }, faults: ['attachments.1.content'] },
      { fields: { attachments: [{ ...file, disposition: 'inline' }] }, faults: ['attachments.0.contentId'] },
    ],
  },
  {
    good: [{ fields: {} }, { fields: { headers: { 'X-A': '1' }, tags: ['a'], tracking: false, unknown: 1 } }],
    bad: [
      { fields: { headers: { 'X-A': 'a\nb' } }, faults: ['headers.X-A'] },
      { fields: { tags: ['a\nb'], reply: 'nobody' }, faults: ['tags.0', 'reply'] },
      { fields: { scheduledFor: '2030-01-01T00:00:00Z', tracking: 'no' }, faults: ['scheduledFor', 'tracking'] },
    ],
  },
  { good: [{ fields: {} }], bad: [{ fields: {}, is: 'usedKey' }] },
]

/** The expected answer to a request of these parts. */
function expectedOf(parts: Part[]): { status: number; fields?: string[] } {
  const is = (what: Part['is']): boolean => parts.some((part) => part.is === what)
  const fields = parts.flatMap(({ faults = [] }) => faults)
  const body: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part.fields))
  if (is('usedKey')) return { status: 409 }
  if (fields.length > 0) return { status: 422, fields }
  if (is('unknownTemplate')) return { status: 404 }
  if (is('unverified')) return { status: 403 }
  const areSubscribed = body['subscribed'] ?? parts.some((part) => part.areSubscribed)
  const isRefused = is('marketing') && areSubscribed !== true
  const isFull = parts.some((part) => part.isFull) && body['data'] !== undefined
  return { status: isRefused || isFull ? 422 : 200 }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('POST /v1/send with whatever combination of faults', () => {
  const gateway = useGateway({}, { isEmptied: 'before each' })

  for (const seed of SEEDS) {
    it(`reports all of them at once and stores nothing, or sends to all recipients (${REQUESTS} requests, seed ${seed})`, async () => {
      const [project, other] = [await createProject(), await createProject()]
      const projectId = project.id
      const client = gateway.as(project.secretKey)
      const parts = partsOf({
        transactional: (await createTemplate({ projectId, type: 'TRANSACTIONAL' }))._id,
        marketing: (await createTemplate({ projectId }))._id,
        foreign: (await createTemplate({ projectId: other.id }))._id,
      })
      await client.post('/v1/send', { ...inline, to: 'x@example.com' }, { 'idempotency-key': 'used' })
      const next = numbersFrom(seed)
      const oneOf = (choices: Part[]): Part => choices[Math.floor(next() * choices.length)] ?? { fields: {} }
      const full = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
      const statuses = new Set<number>()
      // The stored documents before a request, which a refused one does not change.
      let before: Record<string, string> | undefined

      for (let n = 0; n < REQUESTS; n += 1) {
        const chosen = parts.map(({ good, bad }) => oneOf(next() < FAULT_RATE ? bad : good))
        if (!before) {
          for (const model of [Contact, Email, Event]) await model.collection.deleteMany({})
          await createContact({ projectId, email: 'in@example.com' })
          await createContact({ projectId, email: 'out@example.com', subscribed: false })
          await createContact({ projectId, email: 'full@example.com', data: full })
          before = await everything()
        }
        const expected = expectedOf(chosen)
        const body: object = Object.assign({}, ...chosen.map(({ fields }) => fields))
        const key = chosen.some(({ is }) => is === 'usedKey') ? 'used' : `key ${n}`
        const enqueued = gateway.entries.length

        const res = await client.post('/v1/send', body, { 'idempotency-key': key })

        const what = JSON.stringify({ body, answer: res.body })
        expect(res.status, what).to.equal(expected.status)
        statuses.add(res.status)
        if (res.status === 200) {
          expect(await Email.countDocuments({}), what).to.equal(res.body.data.emails.length)
          before = undefined
          continue
        }
        if (expected.fields) {
          const fields = res.fields
          expect(fields, what).to.have.members(expected.fields)
        }
        expect(await everything(), what).to.deep.equal(before)
        expect(gateway.entries.length, what).to.equal(enqueued)
      }
      expect([...statuses]).to.include.members([200, 422])
    })
  }
})
