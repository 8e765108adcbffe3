import { expect } from 'chai'
import { relayEntriesTo } from '../../../../commands/base/outbox/owner.js'
import { setOff } from '../../../../commands/base/outbox/set-off.js'
import type { OutboxEntry } from '../../../../models/outbox-entry.js'
import { newId } from '../../../../runtime/ids.js'
import { inTransaction } from '../../../../runtime/mongodb/transaction.js'
import { inRequestScope, type Made } from '../../../../runtime/request-scope.js'
import { useDatabase } from '../../../support/database.js'
import { documentsOf, waitingOf, type Waiting } from '../../../support/outbox.js'

describe('the outbox entries of a transaction', () => {
  useDatabase()
  const projectId = newId()
  let stops: (() => void)[]
  beforeEach(() => {
    stops = []
  })
  afterEach(() => {
    for (const stop of stops) stop()
  })

  /** A relay of this process; returns the entries that it takes. */
  const relay = (): { taken: Waiting[]; stop: () => void } => {
    const taken: Waiting[] = []
    const stop = relayEntriesTo((entries: readonly OutboxEntry[]) => void taken.push(...documentsOf(entries)))
    stops.push(stop)
    return { taken, stop }
  }
  const setOffJob = async (): Promise<string> => {
    const id = newId()
    await inTransaction((session) => setOff(session, { kind: 'job', projectId, ids: [id] }))
    return id
  }
  const jobsOf = (...ids: string[]): Waiting[] => ids.map((id) => ({ kind: 'job', projectId, id }))

  it('go to the latest relay of the process, and to the previous one when that has stopped', async () => {
    const [first, last] = [relay(), relay()]
    const one = await setOffJob()
    last.stop()
    const two = await setOffJob()
    first.stop()
    const three = await setOffJob()
    expect([last.taken, first.taken]).to.deep.equal([jobsOf(one), jobsOf(two)])
    // All are stored, so that a poller finds those that no relay takes.
    expect(await waitingOf('job', projectId)).to.have.members([one, two, three])
  })

  it('are named by the log line of its request, once it is committed', async () => {
    const made: Made[] = []
    const committed = await inRequestScope(made, setOffJob)
    const failed = inRequestScope(made, () =>
      inTransaction(async (session) => {
        await setOff(session, { kind: 'job', projectId, ids: [newId()] })
        throw new Error('no')
      }),
    )
    expect(await failed.catch(({ message }: Error) => message)).to.equal('no')
    await setOffJob()
    expect(made.map(({ kind, ids }) => [kind, ids])).to.deep.equal([['job', [committed]]])
  })
})
