import { expect } from 'chai'
import { loadContent, storeContent } from '../../../../commands/sending/emails/store-content.js'
import { Content } from '../../../../models/content.js'
import { newId } from '../../../../runtime/ids.js'
import { useDatabase } from '../../../support/database.js'

describe('storeContent', () => {
  useDatabase()

  it('stores once the content that many requests bring at the same moment, and fails none of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const projectId = newId()
      const content = { subject: 'Hello', body: '<p>Hello</p>' }
      const ids = await Promise.all(Array.from({ length: 30 }, () => storeContent(projectId, content, 1)))
      expect(new Set(ids).size).to.equal(1)
      expect(await Content.countDocuments({ projectId })).to.equal(1)
      expect(await loadContent(projectId, ids[0] ?? '')).to.include(content)
    }
  })

  it('keeps the content of projects separate', async () => {
    const [mine, theirs] = [newId(), newId()]
    const id = await storeContent(mine, { subject: 'Hello', body: '<p>Hello</p>' }, 1)
    expect(await loadContent(theirs, id)).to.equal(null)
  })
})
