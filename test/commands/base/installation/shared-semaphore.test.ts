import { expect } from 'chai'
import { createManagementLimit } from '../../../../activities/providers/ses/management-limit.js'
import { withSharedSemaphore } from '../../../../commands/base/installation/shared-semaphore.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'

describe('calls that all processes limit together', () => {
  useDatabase()

  it('are never more at a time than there are places, with three gateways that manage identities', async () => {
    const gateways = [1, 2, 3].map(() => createManagementLimit(withSharedSemaphore))
    let running = 0
    const seen: number[] = []
    const call = async (): Promise<void> => {
      running += 1
      seen.push(running)
      // Other calls have a chance to begin meanwhile.
      await withSharedSemaphore({ work: newId(), places: 1, longestMs: 60_000 }, 60_000, async () => undefined)
      running -= 1
    }
    await Promise.all(gateways.flatMap((limit) => [1, 2, 3].map(() => limit(newId(), call))))
    expect(seen).to.have.length(9)
    expect(Math.max(...seen)).to.equal(2)
  })

  it('are refused without a place, and get that of a process that died', async () => {
    const semaphore = { work: newId(), places: 1, longestMs: 1_000 }
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    void withSharedSemaphore(semaphore, 1_000, () => {
      begin()
      return new Promise(() => undefined)
    })
    await begun
    expect(await withSharedSemaphore(semaphore, 0, async () => 'never')).to.equal(null)
    expect(await withSharedSemaphore(semaphore, 60_000, async () => 'next')).to.deep.equal({ result: 'next' })
  })
})
