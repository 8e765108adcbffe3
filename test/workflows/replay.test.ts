import { readdirSync, readFileSync } from 'node:fs'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { expect } from 'chai'
import { traceSinks } from '../../workers/trace-work.js'
import { compiledWorkflows } from '../support/compiled-program.js'

const HISTORIES = new URL('../histories/', import.meta.url)

// Recorded on a real server by the tests of histories and schedules (RECORD_HISTORIES=1).
describe('replaying recorded histories', () => {
  const names = readdirSync(HISTORIES)
  /** The error of each replayed history, by the name of its file; null for one that replays. */
  const outcomes = new Map<string, Error | null>()

  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') })
    const workflowBundle = await compiledWorkflows()
    const histories = names.map((workflowId) => {
      return { workflowId, history: JSON.parse(readFileSync(new URL(workflowId, HISTORIES), 'utf8')) as unknown }
    })
    const replayed = Worker.runReplayHistories({ workflowBundle, sinks: traceSinks }, histories)
    for await (const { workflowId, error } of replayed) outcomes.set(workflowId, error ?? null)
  })

  it('covers every kind of durable execution', () => {
    for (const kind of [
      'delivery',
      'deliveries',
      'execution-reference',
      'walk-reference',
      'campaign',
      'campaign-part',
      'sweep-segments',
      'purge-expired',
    ]) {
      expect(names).to.include(`${kind}.json`)
    }
  })

  for (const name of names) {
    it(`finds that today's code does what ${name} recorded`, () => {
      expect(outcomes.get(name)).to.equal(null)
    })
  }
})
