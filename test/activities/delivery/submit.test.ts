import { expect } from 'chai'
import { setTimeout as delay } from 'node:timers/promises'
import { SUBMIT_WITHIN_MS, submit } from '../../../activities/delivery/submit.js'
import type { EmailRecord } from '../../../models/email.js'
import { newId } from '../../../runtime/ids.js'
import { fakeProvider } from '../campaign/campaign-walk.js'

const COMPOSING_MS = 100
const STEP_MS = COMPOSING_MS / 2
// With claims of this age, they are too old to leave before all of them can be composed.
const CLAIMED_AGO_MS = SUBMIT_WITHIN_MS / 2 - 500
const CONCURRENCY = 40
const FOR_MS = 6_000

describe('submitting messages that take long to compose', () => {
  const provider = fakeProvider()
  const projectId = newId()
  let composed = 0
  let thread = Promise.resolve()
  const inThread = () => (thread = thread.then(() => delay(STEP_MS)))
  const deps = {
    provider,
    onFailure: () => undefined,
    isStopping: () => false,
    limitSubmissions: <T>(_group: string, work: () => Promise<T>) => work(),
    // The composing takes two tasks, and the thread takes the first task of all emails before the second one of any.
    async compose({ templateId }: EmailRecord) {
      if (templateId === 'slow') {
        await inThread()
        await inThread()
      }
      composed += 1
      return { raw: Buffer.from(''), subject: '', isTracked: false }
    },
  }
  const eligible = { contact: {}, project: {} } as never
  const submitOne = (templateId: string) => {
    const about = {
      projectId,
      campaignId: null,
      templateId,
      sourceType: 'WORKFLOW',
      claimedAt: new Date(Date.now() - CLAIMED_AGO_MS),
    }
    return submit(deps, { ...about, _id: newId() } as EmailRecord, () => eligible)
  }

  it('sends slow messages while time remains, defers the others, and does not delay quick ones', async () => {
    const begun = Date.now()
    const sentAt: number[] = []
    const worker = async () => {
      while (Date.now() - begun < FOR_MS) {
        const outcome = await submitOne('slow')
        if (outcome.state === 'sent') sentAt.push(Date.now() - begun)
        else expect(outcome).to.include({ state: 'deferred', reason: 'render_capacity', detail: 'slow_worker' })
      }
    }
    const workers = Promise.all(Array.from({ length: CONCURRENCY }, worker))
    await delay(COMPOSING_MS)
    const before = composed
    expect((await submitOne('quick')).state).to.equal('sent')
    expect(composed - before).to.be.at.most(3)
    await workers

    expect(sentAt.filter((ms) => ms > FOR_MS / 2)).to.have.length.above(5)
    expect(provider.taken).to.have.length(sentAt.length + 1)
    expect(composed - provider.taken.length).to.be.at.most(10)
  })
})
