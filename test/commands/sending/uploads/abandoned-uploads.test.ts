import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { removeAbandoned } from '../../../../commands/sending/uploads/remove-images.js'
import { findImage } from '../../../../commands/sending/uploads/find-images.js'
import { storeImage } from '../../../../commands/sending/uploads/store-image.js'
import type { UploadStore } from '../../../../models/domain/upload-store.js'
import { Upload } from '../../../support/models.js'
import { newId } from '../../../../runtime/ids.js'
import { crashEverywhere } from '../../../support/crashes.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'
import { gif } from '../../../support/images.js'
import { useImageStores } from './image-stores.js'

const GIF = gif()
const HOUR_MS = 3_600_000

describe('the remains of requests that die while they store an image', () => {
  useDatabase({ isEmptied: 'before each' })
  const stores = useImageStores()

  /** A request that dies when its bytes are stored, and before its record refers to them. */
  async function dieWithBytes(projectId: string, store: UploadStore): Promise<void> {
    const put: UploadStore['put'] = async (...all) => {
      await store.put(...all)
      throw new Error('gone')
    }
    await storeImage(projectId, GIF, { ...store, put }).catch(() => undefined)
  }
  const age = (hours: number) =>
    Upload.updateMany({ openAt: { $exists: true } }, { $set: { openAt: new Date(Date.now() - hours * HOUR_MS) } })
  const purge = (store: UploadStore) => removeAbandoned(store, new Date())

  for (const [name, { create, stored }] of stores) {
    const fileIds = async () => (await Upload.find().lean()).flatMap(({ fileId }) => fileId ?? [])
    const isLoaded = async (store: UploadStore, id: string): Promise<void> => {
      const chunks = await store.open((await findImage(id))?.fileId ?? '')
      expect(chunks && (await buffer(chunks))).to.deep.equal(GIF)
    }

    it(`are removed from ${name} after a day, wherever the requests died, and stored images are kept`, async () => {
      const store = create()
      const crashes = await crashEverywhere({
        prepare: async () => (await createProject()).id,
        work: (projectId) => storeImage(projectId, GIF, store),
        recover: async () => {
          await age(23)
          const before = await stored()
          await purge(store)
          expect(await stored()).to.have.members(before)
          await age(25)
          await purge(store)
        },
        async check(projectId) {
          expect(await stored()).to.have.members(await fileIds())
          expect(await Upload.countDocuments({ projectId, fileId: null })).to.equal(0)
          expect(await Upload.countDocuments({ openAt: { $exists: true } })).to.equal(0)
          await isLoaded(store, (await storeImage(projectId, GIF, store))._id)
        },
      })
      expect(crashes).to.be.at.least(6)
    })

    it(`are removed from ${name} when another request stored the same image first`, async () => {
      const store = create()
      const { id: projectId } = await createProject()
      // The second request dies before it can remove its bytes.
      const slow = { ...store, remove: () => Promise.reject(new Error('gone')) }
      slow.put = async (id, content, type) => {
        await store.put(id, content, type)
        await storeImage(projectId, GIF, store)
      }
      await storeImage(projectId, GIF, slow).catch(() => undefined)
      expect(await stored()).to.have.length(2)
      await age(25)
      expect(await purge(store)).to.deep.equal({ count: 1, isLast: true })
      expect(await stored()).to.have.members(await fileIds())
      await isLoaded(store, (await storeImage(projectId, GIF, store))._id)
    })

    it(`do not affect a request in ${name} that stores the same image again at that moment`, async () => {
      const { id: projectId } = await createProject()
      const store = create()
      await dieWithBytes(projectId, store)
      await age(25)
      const meanwhile = { ...store }
      let id = newId()
      meanwhile.remove = async (fileId) => {
        id = (await storeImage(projectId, GIF, store))._id
        await store.remove(fileId)
      }
      await purge(meanwhile)
      await isLoaded(store, id)
    })

    it(`do not break a slow request in ${name} whose record was removed, which stores its image again`, async () => {
      const { id: projectId } = await createProject()
      const store = create()
      const slow = { ...store }
      slow.put = async (fileId, content, type) => {
        slow.put = (...all) => store.put(...all)
        await store.put(fileId, content, type)
        await age(25)
        await purge(store)
      }
      await isLoaded(store, (await storeImage(projectId, GIF, slow))._id)
      expect(await stored()).to.have.members(await fileIds())
    })
  }
})
