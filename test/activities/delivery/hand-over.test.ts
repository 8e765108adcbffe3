import { expect } from 'chai'
import { setTimeout as delay } from 'node:timers/promises'
import { handOver } from '../../../activities/delivery/hand-over.js'
import type { EmailRecord } from '../../../models/email.js'
import { newId } from '../../../models/ids.js'
import { fakeProvider } from '../campaign/campaign-walk.js'

const COMPOSING_MS = 100
// Twice as many as can be composed before they are too old to leave.
const CLAIMED = 100

describe('handing over messages that take long to compose', () => {
  it('sends as many as there is time for, instead of composing all of them too late', async function () {
    this.timeout(30_000)
    const provider = fakeProvider()
    let composed = 0
    let thread = Promise.resolve()
    const inThread = () => (thread = thread.then(() => delay(COMPOSING_MS / 2)))
    const deps = {
      provider,
      onFailure: () => undefined,
      whenFree: <T>(_group: string, work: () => Promise<T>) => work(),
      // In two steps, whose thread takes the first ones of all before the second of any.
      async compose() {
        await inThread()
        await inThread()
        composed += 1
        return { raw: Buffer.from(''), subject: '', isTracked: false }
      },
    }
    const about = { projectId: newId(), sourceType: 'CAMPAIGN', claimedAt: new Date() } as EmailRecord
    const clearance = { contact: {}, project: {} } as never
    const emails = Array.from({ length: CLAIMED }, () => ({ ...about, _id: newId() }))
    const outcomes = await Promise.all(emails.map((email) => handOver(deps, email, () => clearance)))

    const sent = outcomes.filter(({ state }) => state === 'sent').length
    expect(sent).to.be.above(10)
    expect(provider.taken).to.have.length(sent)
    expect(composed - sent).to.be.at.most(2)
    const late = outcomes.flatMap((outcome) => (outcome.state === 'putOff' ? [outcome.reason] : []))
    expect(late).to.have.length(CLAIMED - sent)
    expect(new Set(late)).to.deep.equal(new Set(['slow_worker']))
  })
})
