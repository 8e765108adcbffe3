import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { deleteImage } from '../../../../commands/sending/uploads/delete-image.js'
import { findImage } from '../../../../commands/sending/uploads/find-images.js'
import { removeAbandoned } from '../../../../commands/sending/uploads/remove-images.js'
import { storeImage } from '../../../../commands/sending/uploads/store-image.js'
import { usageOf } from '../../../../commands/base/quotas/usage.js'
import type { UploadStore } from '../../../../models/domain/upload-store.js'
import { Upload } from '../../../support/models.js'
import { crashEverywhere } from '../../../support/crashes.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { gif } from '../../../support/images.js'
import { useImageStores } from './image-stores.js'

const GIF = gif()
const DAY_MS = 86_400_000

describe('the deletion of an image', () => {
  useDatabase({ isEmptied: 'before each' })
  const stores = useImageStores()
  const purgeLater = (store: UploadStore) => removeAbandoned(store, new Date(Date.now() + 2 * DAY_MS))

  for (const [name, { create, stored }] of stores) {
    const count = async () => (await stored()).length

    it(`leaves nothing in ${name} wherever it is interrupted, and removes the address first`, async () => {
      const store = create()
      const crashes = await crashEverywhere({
        async prepare() {
          const { id: projectId } = await createProject()
          return { projectId, id: (await storeImage(projectId, GIF, store))._id }
        },
        work: ({ projectId, id }) => deleteImage(projectId, id, store),
        recover: async () => undefined,
        async check({ projectId, id }) {
          // It died before its first write, or the image cannot be loaded any more.
          if (await findImage(id)) await deleteImage(projectId, id, store)
          await purgeLater(store)
          expect([await count(), await Upload.countDocuments({})]).to.deep.equal([0, 0])
          expect(await usageOf('uploads', projectId)).to.equal(0)
        },
      })
      expect(crashes).to.be.at.least(4)
    })

    it(`keeps the image that another request stores in ${name} at that moment, or nothing of it`, async () => {
      const store = create()
      const { id: projectId } = await createProject()
      const { _id } = await storeImage(projectId, GIF, store)
      // The same image comes again while its bytes are being removed.
      const meanwhile = { ...store }
      meanwhile.remove = async (fileId) => {
        meanwhile.remove = (id) => store.remove(id)
        await storeImage(projectId, GIF, store)
        await store.remove(fileId)
      }
      await deleteImage(projectId, _id, meanwhile)
      const [image] = await Upload.find({ projectId }).lean()
      const bytes = await store.open((await findImage(image?._id ?? ''))?.fileId ?? '')
      expect(bytes && (await buffer(bytes))).to.deep.equal(GIF)
      await purgeLater(store)
      expect(await count()).to.equal(1)
      expect(await usageOf('uploads', projectId)).to.equal(GIF.length)
    })

    it(`removes the bytes that a slower request writes to ${name} afterwards, also when that one dies`, async () => {
      const store = create()
      const { id: projectId } = await createProject()
      const slow = { ...store, remove: () => Promise.reject(new Error('gone')) }
      slow.put = async (id, content, type) => {
        const first = await storeImage(projectId, GIF, store)
        await deleteImage(projectId, first._id, store)
        await store.put(id, content, type)
        throw new Error('gone')
      }
      await storeImage(projectId, GIF, slow).catch(() => undefined)
      expect(await count()).to.equal(1)
      await purgeLater(store)
      expect([await count(), await Upload.countDocuments({})]).to.deep.equal([0, 0])
      expect(await usageOf('uploads', projectId)).to.equal(0)
    })
  }
})
