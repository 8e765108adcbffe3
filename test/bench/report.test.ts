import { expect } from 'chai'
import { GOALS } from '../../bench/goals.js'
import type { Row } from '../../bench/measuring/meter.js'
import { PARTS } from '../../bench/parts.js'
import { judge, renderReport, type PartOutcome } from '../../bench/report/report.js'
import { formatNumber, renderTable } from '../../bench/report/table.js'

const ROW: Row = {
  label: '32 at a time',
  units: 100,
  seconds: 2,
  perSecond: 50,
  answer: { count: 100, p50Ms: 12, p95Ms: 40, p99Ms: 48.25, maxMs: 50 },
  commandsPerUnit: 5.5,
  cpuMsPerUnit: { total: 30, mongodb: 10, worker: 20 },
  memoryMb: { gateway: 100, worker: 300, gatewayAndWorker: 390 },
}

const outcome = (rest: Partial<PartOutcome>): PartOutcome => ({ seconds: 1, sizes: {}, rows: {}, figures: {}, ...rest })

describe('the report of the benchmark', () => {
  const parts = {
    send: outcome({ rows: { load: ROW }, figures: { acceptingRatio: 0.25, bareKoaPerSecond: 1_000 } }),
    growth: outcome({ error: 'out of space' }),
    'campaign-smtp': outcome({ leftOut: "it needs postfix's smtp-sink" }),
  }

  it('aligns numbers to the right under their titles, and names to the left', () => {
    expect(
      renderTable(
        ['name', 'value', ''],
        [
          ['a', '1', 'why'],
          ['longer', '12345678', ''],
        ],
      ),
    ).to.equal(['name       value', '──────  ────────  ───', 'a              1  why', 'longer  12345678'].join('\n'))
  })

  it('shows three digits that matter', () => {
    const shown = [0, 0.0412, 0.5, 7.51, 22.71, 559.4, 12_345.6, undefined, Number.NaN].map(formatNumber)
    expect(shown).to.deep.equal(['0', '0.041', '0.50', '7.51', '22.7', '559', '12346', '', '–'])
  })

  it('shows each goal under the value that it is for, and whether it is met', () => {
    const [, , values = '', goals = ''] = renderReport(parts).split('\n')
    expect(values).to.match(/^send: load, 32 at a time +50 +12\/48\.3 +5\.50 +30 +10 +20 +390$/)
    expect(goals).to.match(/^ {2}goal +≥ 250 ✗ +≤ 6 ✓ +≤ 7 ✗$/)
    expect(goals.indexOf('≤ 6 ✓') + 5).to.equal(values.indexOf('5.50') + 4)
  })

  it('tells figures with their goals and meanings, and parts that failed or were left out', () => {
    const report = renderReport(parts)
    expect(report).to.match(/send: acceptingRatio +0\.25 +≥ 0\.60 ✗ +Accepted requests/)
    expect(report).to.match(/send: bareKoaPerSecond +1000$/m)
    expect(report).to.include('growth failed: out of space')
    expect(report).to.include("campaign-smtp was left out: it needs postfix's smtp-sink")
  })

  it('names the goals of a part that has run whose values were not measured', () => {
    const report = renderReport(parts)
    expect(report).to.include('send.alone.commandsPerUnit has a goal, and was not measured')
    expect(report).to.not.match(/(send\.load|growth|campaign-smtp).* was not measured/)
  })

  it('judges every goal whose value was measured, and no other', () => {
    const judged = judge(parts).map(({ name, measured, isMet }) => ({ name, measured, isMet }))
    expect(judged).to.deep.equal([
      { name: 'send.load.perSecond', measured: 50, isMet: false },
      { name: 'send.load.commandsPerUnit', measured: 5.5, isMet: true },
      { name: 'send.load.cpuMsPerUnit', measured: 30, isMet: false },
      { name: 'send.acceptingRatio', measured: 0.25, isMet: false },
    ])
  })

  it('has goals for parts that exist alone, because another would never be judged', () => {
    const names = PARTS.map(({ name }) => name)
    for (const goal of Object.keys(GOALS)) expect(names).to.include(goal.split('.')[0])
  })
})

describe('the parts of the benchmark', () => {
  it('have names of their own, and options that no two of them share', () => {
    const names = PARTS.map(({ name }) => name)
    const options = PARTS.flatMap(({ name, options }) => Object.keys(options).map((option) => `${name}-${option}`))
    expect(new Set(names).size).to.equal(names.length)
    expect(new Set(options).size).to.equal(options.length)
  })
})
