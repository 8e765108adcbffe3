import { expect } from 'chai'
import { createAdmission, type NameStore } from '../../../../commands/base/records/admit-names.js'
import { EventName } from '../../../../models/event-name.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'

const LIMIT = 10

describe('admitting the names of a project', () => {
  useDatabase()

  const store: NameStore<string> = {
    nameOf: (name) => name,
    findKnown: (projectId, names, session) =>
      EventName.distinct('name', { projectId, name: { $in: names } }).session(session ?? null),
    count: (projectId, session) => EventName.countDocuments({ projectId }, { session }),
    async add(projectId, names, session) {
      await EventName.insertMany(
        names.map((name) => ({ _id: newId(), projectId, name })),
        { session, lean: true },
      )
    },
    limit: () => LIMIT,
  }

  it('is exact at the limit, in several processes at the same time', async () => {
    const { id: projectId } = await createProject()
    const processes = Array.from({ length: 3 }, () => createAdmission(store))
    const names = Array.from({ length: 15 }, (_, index) => `name ${index}`)
    const refused = await Promise.all(processes.flatMap((one) => names.map((name) => one.admit(projectId, [name]))))
    const stored = await EventName.distinct('name', { projectId })
    expect(stored).to.have.length(LIMIT)
    // A process refuses new names for a moment after it found no room, also another request with the same name.
    const admitted = names.filter((_, index) => refused.some((of, call) => call % names.length === index && !of.length))
    expect(admitted.toSorted()).to.deep.equal(stored.toSorted())
  })

  it('leaves at most half of the limit to the public key, in several processes at once, and the rest to the project', async () => {
    const { id: projectId } = await createProject()
    const processes = Array.from({ length: 3 }, () => createAdmission(store))
    const names = Array.from({ length: 8 }, (_, index) => `junk ${index}`)
    await Promise.all(processes.flatMap((one) => names.map((name) => one.admit(projectId, [name], { isPublic: true }))))
    expect(await EventName.countDocuments({ projectId })).to.equal(LIMIT / 2)
    const own = Array.from({ length: LIMIT / 2 }, (_, index) => `own ${index}`)
    const refused = await Promise.all(own.map(async (name, n) => processes[n % 3]?.admit(projectId, [name])))
    expect(refused.flat()).to.deep.equal([])
    expect(await processes[0]?.admit(projectId, ['too many'])).to.deep.equal(['too many'])
    expect(await processes[0]?.admit(projectId, ['own 1'], { isPublic: true })).to.deep.equal([])
  })
})
