import { expect } from 'chai'
import { formatDuration } from '../../dashboard/messages/format.js'
import { emailsOfRuns } from '../../dashboard/pages/workflows/executions/emails-of-runs.js'
import type { StepRun } from '../../dashboard/pages/workflows/executions/execution.js'
import { executionQuery, readExecutionFilters } from '../../dashboard/pages/workflows/executions/filters.js'
import { temporalUrl } from '../../dashboard/pages/workflows/executions/temporal-url.js'
import { pathMarks } from '../../dashboard/pages/workflows/executions/path-marks.js'

function run(stepId: string, fields: Partial<StepRun> = {}): StepRun {
  const times = { startedAt: '2026-01-01T00:00:00.000Z', completedAt: '2026-01-01T00:00:01.000Z' }
  const outcome = { status: 'COMPLETED', branch: null, output: null, error: null, attempts: 1 } as const
  return { id: stepId, executionId: 'one', stepId, sequence: 1, step: null, ...outcome, ...times, ...fields }
}

describe('the path of an execution', () => {
  const step = (id: string, type: 'TRIGGER' | 'CONDITION' | 'EXIT' | 'SEND_EMAIL') => {
    return { id, type, name: id, config: {}, templateId: null }
  }
  const way = (id: string, fromStepId: string, toStepId: string, branch: string | null = null) => {
    return { id, fromStepId, toStepId, branch, priority: 0 }
  }
  const graph = {
    steps: [step('start', 'TRIGGER'), step('choice', 'CONDITION'), step('mail', 'SEND_EMAIL'), step('end', 'EXIT')],
    transitions: [
      way('in', 'start', 'choice'),
      way('yes', 'choice', 'mail', 'yes'),
      way('no', 'choice', 'mail', 'no'),
      way('out', 'mail', 'end'),
    ],
  }

  it('marks the steps that were run, the branches that were taken, and what was not reached', () => {
    const marks = pathMarks(graph, [run('choice', { branch: 'no' }), run('mail', { status: 'FAILED' })])
    expect(marks).to.deep.equal({
      start: 'done',
      in: 'done',
      choice: 'done',
      no: 'done',
      yes: 'notReached',
      mail: 'failed',
      out: 'notReached',
      end: 'notReached',
    })
  })

  it('marks the current step, and ignores steps of another version', () => {
    const marks = pathMarks(graph, [run('gone'), run('mail', { status: 'WAITING' })])
    expect(marks).to.include({ mail: 'waiting', choice: 'notReached', yes: 'notReached', no: 'notReached' })
  })

  it('separates the emails of one step from those of a repeated run', () => {
    const runs = [
      run('mail', { id: 'first', startedAt: '2026-01-01T00:00:00.000Z' }),
      run('mail', { id: 'second', startedAt: '2026-01-02T00:00:00.000Z' }),
    ]
    const email = (id: string, createdAt: string) => ({ id, stepId: 'mail', createdAt })
    const emails = [email('a', '2026-01-01T00:00:01.000Z'), email('b', '2026-01-02T00:00:01.000Z')]
    const found = emailsOfRuns(runs, [...emails, { ...email('c', ''), stepId: 'other' }])
    expect([...found].map(([id, own]) => [id, own.map((one) => one.id)])).to.deep.equal([
      ['first', ['a']],
      ['second', ['b']],
    ])
  })
})

describe('the page addresses of executions', () => {
  it('contain the valid filters, and no others', () => {
    const filters = readExecutionFilters({ status: 'FAILED', step: 's', version: '3', contact: 'c', more: 1 })
    expect(executionQuery(filters)).to.deep.equal({ status: 'FAILED', stepId: 's', version: 3, contactId: 'c' })
    expect(executionQuery(readExecutionFilters({ status: 'BROKEN', version: '0', step: '' }))).to.deep.equal({})
    expect(readExecutionFilters({ status: 'BROKEN', version: '0', step: '' }).unread).to.equal('status,version')
  })

  it('include that of the web UI of Temporal when it is configured', () => {
    const temporal = { namespace: 'default' }
    const url = temporalUrl({ urls: { temporalUi: 'http://localhost:8233/' }, temporal }, 'execution:1')
    expect(url).to.equal('http://localhost:8233/namespaces/default/workflows/execution%3A1')
    expect(temporalUrl({ urls: { temporalUi: null }, temporal }, 'execution:1')).to.equal(null)
  })
})

describe('a length of time', () => {
  for (const [ms, text] of [
    [0, '0 ms'],
    [340, '340 ms'],
    [5_000, '5 s'],
    [65_000, '1 min 5 s'],
    [3_600_000, '1 h'],
    [183_600_000, '2 d 3 h'],
  ] as const) {
    it(`is written in its two largest units: ${text}`, () => {
      expect(formatDuration(ms)).to.equal(text)
    })
  }
})
