import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { answeredEvents } from '../../outbox/histories.js'

const RECORDED = new URL('../histories/execution-wait-event.json', import.meta.url)
const TASK_STARTED = 6

describe('the history of a run whose worker is at work', () => {
  const { events } = historyFromJSON(JSON.parse(readFileSync(RECORDED, 'utf8')))
  const whole = events ?? []
  const typesOf = (list: typeof whole): number[] => list.map(({ eventType }) => Number(eventType))

  it('is replayed up to the last task that a worker has answered', () => {
    const places = typesOf(whole).flatMap((type, index) => (type === TASK_STARTED ? [index] : []))
    expect(places.length).to.be.above(1)
    for (const [nth, started] of places.entries()) {
      const answered = answeredEvents(whole.slice(0, started + 1))
      expect(answered).to.deep.equal(nth === 0 ? [] : whole.slice(0, started - 1))
    }
  })

  it('is replayed as a whole when it has ended', () => {
    expect(answeredEvents(whole)).to.deep.equal(whole)
  })
})
