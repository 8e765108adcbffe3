import { expect } from 'chai'
import { countListed } from '../../../../commands/base/listing/count-listed.js'
import { Email } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'
import { eventually } from '../../../support/eventually.js'
import { createEmail, createProject } from '../../../support/factories.js'

describe('the total of a list', () => {
  useDatabase()

  const add = async (projectId: string, count: number): Promise<void> => {
    const example = await createEmail({ projectId })
    const more = Array.from({ length: count - 1 }, () => ({ ...example, _id: newId() }))
    await Email.collection.insertMany(more)
  }

  it('is exact up to a thousand', async () => {
    const { id: projectId } = await createProject()
    expect(await countListed(projectId, Email, { projectId })).to.equal(0)
    await add(projectId, 998)
    for (const total of [999, 1_000]) {
      await createEmail({ projectId })
      expect(await countListed(projectId, Email, { projectId })).to.equal(total)
    }
  })

  it('follows larger totals within moments, for each filter by itself', async () => {
    const { id: projectId } = await createProject()
    const filters = [{ projectId }, { projectId, status: 'PENDING' }]
    const totals = () => Promise.all(filters.map((filter) => countListed(projectId, Email, filter)))
    await add(projectId, 1_500)
    expect(await totals()).to.deep.equal([1_500, 1_500])
    await Email.collection.updateOne({ projectId }, { $set: { status: 'SKIPPED' } })
    await createEmail({ projectId })
    await eventually(totals, (found) => found[0] === 1_501 && found[1] === 1_500)
  })
})
