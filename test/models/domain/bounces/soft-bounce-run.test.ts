import { expect } from 'chai'
import { stillInRow, type KnownDelivery, type SoftBounce } from '../../../../models/domain/bounces/soft-bounce-run.js'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-05-01T00:00:00Z')
const day = (days: number): Date => new Date(NOW + days * DAY_MS)

/** A bounce that became known on the day after its email was sent. */
const bounce = (emailId: string, sent: number, fields: Partial<SoftBounce> = {}): SoftBounce => ({
  emailId,
  sentAt: day(sent),
  at: day(sent + 1),
  isVague: false,
  ...fields,
})
const email = (_id: string, sent: number, fields: Partial<KnownDelivery> = {}): KnownDelivery => ({
  _id,
  status: 'SENT',
  sentAt: day(sent),
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  updatedAt: day(sent),
  ...fields,
})
const bounced = (_id: string, sent: number, fields: Partial<KnownDelivery> = {}): KnownDelivery =>
  email(_id, sent, { softBouncedAt: day(sent + 1), updatedAt: day(sent + 1), ...fields })

const ROW = [bounce('a', -20), bounce('b', -15), bounce('c', -10)]
const BOUNCED = [bounced('a', -20), bounced('b', -15), bounced('c', -10)]

/** What else is known of the address, and the bounces that still stand in a row. */
const CASES: Record<string, { emails: KnownDelivery[]; stands: string }> = {
  'nothing else was sent': { emails: [], stands: 'abc' },
  'a delivery became known before all of them': {
    emails: [email('x', -30, { status: 'DELIVERED', deliveredAt: day(-29), updatedAt: day(-29) })],
    stands: 'abc',
  },
  'a delivery became known between': {
    emails: [email('x', -17, { status: 'DELIVERED', deliveredAt: day(-16), updatedAt: day(-16) })],
    stands: 'bc',
  },
  'a delivery became known after all of them': {
    emails: [email('x', -2, { status: 'DELIVERED', deliveredAt: day(-1), updatedAt: day(-1) })],
    stands: '',
  },
  'an email was opened between': {
    emails: [email('x', -17, { status: 'OPENED', openedAt: day(-16), updatedAt: day(-16) })],
    stands: 'bc',
  },
  'an email between them had no bounce for five days': { emails: [email('x', -12)], stands: 'c' },
  'an email between them may still bounce': { emails: [email('x', -4)], stands: 'abc' },
  'an email that was sent before them did not bounce': { emails: [email('x', -25)], stands: 'abc' },
  'an email between bounced for good': {
    emails: [email('x', -12, { status: 'BOUNCED', bouncedAt: day(-11) })],
    stands: 'abc',
  },
  'an email between bounced and does not count': { emails: [bounced('x', -12)], stands: 'abc' },
  'an email between never left': { emails: [email('x', -12, { status: 'FAILED', sentAt: null })], stands: 'abc' },
}

describe('stillInRow', () => {
  for (const [name, { emails, stands }] of Object.entries(CASES)) {
    it(`keeps ${stands === '' ? 'no bounce' : stands} when ${name}`, () => {
      const row = stillInRow(ROW, [...BOUNCED, ...emails], new Date(NOW))
      expect(row.map(({ emailId }) => emailId).join('')).to.equal(stands)
    })
  }

  it('takes the delivery of an email back that bounced afterwards', () => {
    const late = bounced('c', -10, { status: 'DELIVERED', deliveredAt: day(-10) })
    const row = stillInRow(ROW, [...BOUNCED.slice(0, 2), late], new Date(NOW))
    expect(row).to.have.lengthOf(3)
  })

  it('takes a bounce without a reason for an answer once the delivery of its email is known', () => {
    const answered = bounced('b', -15, { status: 'DELIVERED', deliveredAt: day(-15) })
    const row = [bounce('a', -20), bounce('b', -15, { isVague: true }), bounce('c', -10)]
    const still = stillInRow(row, [bounced('a', -20), answered, bounced('c', -10)], new Date(NOW))
    expect(still.map(({ emailId }) => emailId)).to.deep.equal(['c'])
  })
})
