import mongoose from 'mongoose'
import { gridFsStore } from '../../../../commands/sending/uploads/grid-fs-store.js'
import type { UploadStore } from '../../../../models/domain/upload-store.js'
import { useObjectServer } from '../../../support/object-server.js'

/** A store of images, and the ids of the files in it. */
export interface ImageStore {
  create: () => UploadStore
  stored: () => Promise<string[]>
}

/** The stores of images by name, which are empty before each test. */
export function useImageStores(): [name: string, store: ImageStore][] {
  const { objects, createStore } = useObjectServer()
  const inGridFs = (name: string) => mongoose.connection.collection(`upload_bytes.${name}`)
  beforeEach(async () => {
    objects.clear()
    for (const name of ['files', 'chunks']) await inGridFs(name).deleteMany({})
  })
  const chunks = async () => (await inGridFs('chunks').distinct('files_id')).map(String)
  const keys = async () => [...objects.keys()].map((key) => key.slice('/pictures/uploads/'.length))
  return [
    ['GridFS', { create: () => gridFsStore, stored: chunks }],
    ['S3', { create: createStore, stored: keys }],
  ]
}
