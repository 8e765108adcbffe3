import type { ZoneClock } from '../time-zone.js'
import type { Expression } from './path-expression.js'

/**
 * Expression for a date that shows in UTC what clocks in a zone show at the date of another expression. MongoDB cannot
 * do so by the name of the zone: its zones are years older than those of Node.js, and it refuses new names.
 */
export function localTime(date: Expression, clock: ZoneClock): Expression {
  const { atMs, offsetsMs } = clock.changes()
  const passed = { $filter: { input: { $literal: atMs }, as: 'change', cond: { $lte: ['$$change', '$$ms'] } } }
  const offset = { $arrayElemAt: [{ $literal: offsetsMs }, { $size: passed }] }
  return {
    $let: {
      vars: { date },
      in: { $add: ['$$date', { $let: { vars: { ms: { $toLong: '$$date' } }, in: offset } }] },
    },
  }
}
