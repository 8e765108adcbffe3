import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { answeredEvents } from '../../outbox/histories.js'

const RECORDED = new URL('../histories/walk-wait-event.json', import.meta.url)
// Numbers of Temporal's API (temporal.api.enums.v1.EventType).
const [STARTED, TASK_SCHEDULED, TASK_STARTED, TASK_COMPLETED] = [1, 5, 6, 7]
const [TIMER_STARTED, MARKER] = [17, 25]

describe('the history of a run whose worker is at work', () => {
  const { events } = historyFromJSON(JSON.parse(readFileSync(RECORDED, 'utf8')))
  const whole = events ?? []
  const typesOf = (list: typeof whole): number[] => list.map(({ eventType }) => Number(eventType))

  it('is replayed up to the last task that a worker has answered', () => {
    const [first = 0, second = 0] = typesOf(whole).flatMap((type, index) => (type === TASK_STARTED ? [index] : []))
    expect(answeredEvents(whole.slice(0, first + 1))).to.deep.equal([])
    const answered = typesOf(answeredEvents(whole.slice(0, second + 1)))
    expect(answered).to.deep.equal([STARTED, TASK_SCHEDULED, TASK_STARTED, TASK_COMPLETED, MARKER, TIMER_STARTED])
  })

  it('is replayed as a whole when it has ended', () => expect(answeredEvents(whole)).to.deep.equal(whole))
})
