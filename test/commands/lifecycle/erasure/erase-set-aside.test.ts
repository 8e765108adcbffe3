import { expect } from 'chai'
import mongoose from 'mongoose'
import type { DomainSetup } from '../../../../commands/sending/domains/setup.js'
import { eraseProjectSlice } from '../../../../commands/lifecycle/erasure/erase-project-slice.js'
import { requestDeletion, requestReset } from '../../../../commands/lifecycle/erasure/request-erasure.js'
import { gridFsStore } from '../../../../commands/sending/uploads/grid-fs-store.js'
import { Outbox } from '../../../../models/outbox-entry.js'
import { newId } from '../../../../runtime/ids.js'
import { databaseNow } from '../../../../runtime/mongodb/clock.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { finishJob } from '../../../support/jobs.js'

const DEPS = { domains: { identities: null } as unknown as DomainSetup, uploads: gridFsStore, billing: null }
const SET_ASIDE = [
  { kind: 'email', owner: null, aside: 'parked' },
  { kind: 'execution', owner: null, aside: 'resting' },
  { kind: 'email', owner: null, aside: 'resting', queueKey: 'elsewhere' },
  { kind: 'event', owner: null, aside: 'parked', ids: 'garbage' },
  { kind: 'teleport', owner: null, aside: 'unknown' },
  { kind: 'teleport', owner: null, aside: 'parked' },
]

describe('parked outbox entries of a project', () => {
  useDatabase()

  const store = async (projectId: string): Promise<void> => {
    const createdAt = databaseNow()
    const entries = SET_ASIDE.map(({ kind, ...rest }) => {
      return { _id: newId(), kind, projectId, queueKey: `${kind}:${projectId}`, ids: [newId()], createdAt, ...rest }
    })
    await Outbox.collection.insertMany(entries as never[])
  }

  for (const [what, request] of [
    ['reset', requestReset],
    ['deletion', (projectId: string) => requestDeletion(projectId, 'operator')],
  ] as const) {
    it(`do not block ${what}, and are deleted with it, while those of other projects stay`, async () => {
      const [{ id: projectId }, { id: bystander }] = [await createProject(), await createProject()]
      await store(projectId)
      await store(bystander)
      const jobId = await request(projectId)
      await finishJob({ projectId, jobId }, (ref) => eraseProjectSlice(ref, DEPS)).catch((error: unknown) => {
        // A deletion also deletes its job.
        if (!(error instanceof mongoose.Error.DocumentNotFoundError)) throw error
      })

      // The start of the job itself, which no relay dispatched here.
      expect(await Outbox.exists({ projectId, ids: { $ne: jobId } })).to.equal(null)
      expect(await Outbox.countDocuments({ projectId: bystander })).to.equal(SET_ASIDE.length)
    })
  }
})
