import { expect } from 'chai'
import * as fc from 'fast-check'
import { Contact } from '../../../../models/contact.js'
import { startOfDay } from '../../../../models/domain/calendar.js'
import type { CompileContext } from '../../../../models/domain/conditions/compile-condition.js'
import { expressionPredicate } from '../../../../models/domain/conditions/expression-predicate.js'
import type { ConditionOperator } from '../../../../models/domain/conditions/operators.js'
import { zoneClock } from '../../../../models/domain/time-zone.js'
import { KNOWING, NOW, only, storeContacts, whoMeets } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { runs } from '../../../support/runs.js'
import { words } from '../../../support/words.js'

// Their days have 23, 24 and 25 hours, no midnight, or do not exist.
const ZONES = words('UTC Europe/Berlin America/New_York America/Havana Asia/Beirut Pacific/Apia Asia/Kolkata')
const DAYS = words(`
  2026-03-28 2026-03-29 2026-03-30 2026-10-24 2026-10-25 2026-10-26 2026-03-07 2026-03-08 2026-03-09 2026-11-01
  2026-11-02 2011-12-29 2011-12-30 2011-12-31 0000-01-01 9999-12-31
`)
const ORDER = ['lessThan', 'equals', 'greaterThan'] as const
const HOUR_MS = 3_600_000

const day = fc.constantFrom(...DAYS)
const moment = fc
  .record({ day, ms: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -30 * HOUR_MS, max: 30 * HOUR_MS })) })
  .map(({ day, ms }) => new Date(Date.parse(day) + ms))
  .filter((at) => !/^[-+]/.test(at.toISOString()))
const spelled = fc.record({ at: moment, form: fc.integer({ min: 0, max: 3 }) }).map(({ at, form }) => spell(at, form))

/** A moment in one of the forms of ISO 8601. */
function spell(at: Date, form: number): string {
  const iso = at.toISOString()
  if (form === 0) return iso
  if (form === 1) return iso.replace('Z', '+00:00')
  return form === 2 ? `${iso.slice(0, 19)}Z` : `${iso.slice(0, 16)}Z`
}

/** The day that a clock on the wall shows. */
function shownDay(zone: string, text: string): string {
  if (text.length === 'YYYY-MM-DD'.length) return text
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    era: 'short',
  }).formatToParts(new Date(text))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const year = of('era').startsWith('B') ? 1 - Number(of('year')) : Number(of('year'))
  return year < 0 ? '' : year > 9999 ? ':' : `${String(year).padStart(4, '0')}-${of('month')}-${of('day')}`
}

const contextOf = (zone: string): CompileContext => ({ ...KNOWING, clock: zoneClock(zone) })

describe('a day as the operand of a filter', () => {
  useDatabase()
  let run = 0

  async function store(values: string[]) {
    const projectId = `days-${(run += 1)}`
    const contacts = values.map((due) => ({ data: { due, list: [due] }, createdAt: new Date(due) }))
    return { projectId, ids: await storeContacts(projectId, contacts) }
  }
  const judge = (projectId: string, zone: string, field: string, value: unknown) => (operator: ConditionOperator) =>
    whoMeets(projectId, only({ field, operator, value }), contextOf(zone))
  const judgeByExpression =
    (projectId: string, zone: string, value: unknown) => async (operator: ConditionOperator) => {
      const predicate = expressionPredicate('$data.due', { field: 'data.due', operator, value }, NOW, zoneClock(zone))
      const found = await Contact.find({ projectId, $expr: predicate }, { _id: 1 }).lean()
      return found.map(({ _id }) => _id).sort()
    }

  it('is the whole day of the zone: each value is on it, before it or after it', async () => {
    const values = fc.array(fc.oneof(day, spelled), { minLength: 6, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(values, day, fc.constantFrom(...ZONES), async (all, operand, zone) => {
        const { projectId, ids } = await store(all)
        const shown = all.map((value) => shownDay(zone, value))
        const expected = {
          lessThan: ids.filter((_, index) => (shown[index] ?? '') < operand),
          equals: ids.filter((_, index) => shown[index] === operand),
          greaterThan: ids.filter((_, index) => (shown[index] ?? '') > operand),
        }
        for (const who of [judge(projectId, zone, 'data.due', operand), judgeByExpression(projectId, zone, operand)]) {
          for (const operator of ORDER) expect(await who(operator), operator).to.deep.equal(expected[operator].sort())
        }
        expect(await judge(projectId, zone, 'data.list', operand)('equals')).to.deep.equal(expected.equals.sort())
        expect(await judge(projectId, zone, 'data.due', [operand])('in')).to.deep.equal(expected.equals.sort())
      }),
      runs(40),
    )
  })

  it('leaves exactly one of less, equal and greater, of days and of moments, in contacts and in their own dates', async () => {
    const values = fc.array(fc.oneof(day, spelled), { minLength: 6, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(values, fc.oneof(day, spelled), fc.constantFrom(...ZONES), async (all, operand, zone) => {
        const { projectId, ids } = await store(all)
        for (const who of [
          judge(projectId, zone, 'data.due', operand),
          judge(projectId, zone, 'createdAt', operand),
          judgeByExpression(projectId, zone, operand),
        ]) {
          const [less = [], equal = [], greater = []] = await Promise.all(ORDER.map((operator) => who(operator)))
          expect([...less, ...equal, ...greater].sort()).to.deep.equal([...ids].sort())
          expect(await who('lessThanOrEqual')).to.deep.equal([...less, ...equal].sort())
          expect(await who('greaterThanOrEqual')).to.deep.equal([...equal, ...greater].sort())
          expect(await who('notEquals')).to.deep.equal([...less, ...greater].sort())
        }
      }),
      runs(40),
    )
  })

  const table: [zone: string, value: string, operand: string, is: (typeof ORDER)[number]][] = [
    ['UTC', '2026-05-10T12:00:00Z', '2026-05-10', 'equals'],
    ['UTC', '2026-05-10T23:59:59.999Z', '2026-05-10', 'equals'],
    ['UTC', '2026-05-11T00:00:00Z', '2026-05-10', 'greaterThan'],
    ['UTC', '2026-05-09T23:59:59.999Z', '2026-05-10', 'lessThan'],
    ['UTC', '2026-05-10', '2026-05-10', 'equals'],
    ['UTC', '2026-05-11', '2026-05-10', 'greaterThan'],
    ['America/New_York', '2026-05-10', '2026-05-10', 'equals'],
    ['America/New_York', '2026-05-10T03:59:59Z', '2026-05-10', 'lessThan'],
    ['America/New_York', '2026-05-11T03:59:59Z', '2026-05-10', 'equals'],
    // 23 hours: from 23:00 to 22:00 in UTC.
    ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-29', 'lessThan'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29', 'equals'],
    ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29', 'equals'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-29', 'greaterThan'],
    // 25 hours: from 22:00 to 23:00 in UTC.
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25', 'equals'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25', 'equals'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-25', 'greaterThan'],
    // The day begins at one o'clock.
    ['America/Havana', '2026-03-08T04:59:59Z', '2026-03-08', 'lessThan'],
    ['America/Havana', '2026-03-08T05:00:00Z', '2026-03-08', 'equals'],
    // A stored day is compared with a moment by its own beginning.
    ['America/New_York', '2026-05-10', '2026-05-10T04:00:00Z', 'equals'],
    ['America/New_York', '2026-05-10', '2026-05-10T04:00:00.001Z', 'lessThan'],
    ['America/New_York', '2026-05-10', '2026-05-10T03:59:59Z', 'greaterThan'],
  ]
  for (const [zone, value, operand, is] of table) {
    it(`takes ${value} for ${is} ${operand} in ${zone}`, async () => {
      const { projectId, ids } = await store([value])
      for (const operator of ORDER) {
        const expected = operator === is ? ids : []
        expect(await judge(projectId, zone, 'data.due', operand)(operator), operator).to.deep.equal(expected)
        expect(await judgeByExpression(projectId, zone, operand)(operator), operator).to.deep.equal(expected)
      }
    })
  }

  it('begins where the clock leaps over midnight, and not an hour before', () => {
    expect(startOfDay('America/Havana', '2026-03-08').toISOString()).to.equal('2026-03-08T05:00:00.000Z')
    expect(startOfDay('Asia/Beirut', '2026-03-29').toISOString()).to.equal('2026-03-28T22:00:00.000Z')
    expect(startOfDay('Pacific/Apia', '2011-12-31').toISOString()).to.equal('2011-12-30T10:00:00.000Z')
  })
})
