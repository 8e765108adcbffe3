import type { S3Client } from '@aws-sdk/client-s3'
import type { UploadStore } from '../../../models/domain/upload-store.js'

/** The bucket for uploads. */
export interface S3StoreOptions {
  bucket: string
  region: string
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined } | undefined
}

const CALL_LIMIT_MS = 20_000

/** Keeps uploads in S3, or in a server that speaks its protocol, under `uploads/<id>`. */
export function createS3Store({ bucket: Bucket, region, endpoint, credentials }: S3StoreOptions): UploadStore {
  let client: S3Client | null = null
  // The client takes some megabytes, and is loaded with the first upload.
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3')
    client ??= new s3.S3Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
    })
    return { s3, client }
  }
  const keyOf = (id: string): { Bucket: string; Key: string } => ({ Bucket, Key: `uploads/${id}` })
  const limit = () => ({ abortSignal: AbortSignal.timeout(CALL_LIMIT_MS) })
  return {
    async put(id, content, contentType) {
      const { s3, client: to } = await load()
      await to.send(new s3.PutObjectCommand({ ...keyOf(id), Body: content, ContentType: contentType }), limit())
    },
    async open(id) {
      const { s3, client: from } = await load()
      try {
        const { Body } = await from.send(new s3.GetObjectCommand(keyOf(id)), limit())
        return (Body as AsyncIterable<Uint8Array> | undefined) ?? null
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null
        throw error
      }
    },
    async remove(id) {
      const { s3, client: at } = await load()
      await at.send(new s3.DeleteObjectCommand(keyOf(id)), limit())
    },
  }
}
