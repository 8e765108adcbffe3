import type { S3Client } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { AppError } from '../../../models/domain/errors.js'

/** Where SES keeps received mail. */
export interface ReceivedObjectOptions {
  region: string
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined } | undefined
  /** The buckets that may be read; a notification names one of them. */
  buckets: readonly string[]
  maxBytes: number
}

/**
 * Reads a message that SES has put into a bucket; null for one that is gone or too large, which a retry would not
 * change. Throws FORBIDDEN for another bucket, and SERVICE_UNAVAILABLE when S3 cannot be asked.
 */
export type ReadReceivedObject = (object: { bucket: string; key: string }) => Promise<Buffer | null>

const CALL_LIMIT_MS = 20_000

/** Reads received mail from S3 (docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html). */
export function createReceivedObjects(options: ReceivedObjectOptions): ReadReceivedObject {
  const { region, endpoint, credentials, buckets, maxBytes } = options
  let client: S3Client | null = null
  return async ({ bucket, key }) => {
    if (!buckets.includes(bucket)) throw new AppError('FORBIDDEN', 'The bucket is none of INBOUND_S3_BUCKETS')
    // The client of S3, which takes some megabytes, is loaded when mail is first kept there.
    const { GetObjectCommand, NoSuchKey, S3Client: Client } = await import('@aws-sdk/client-s3')
    client ??= new Client({
      region,
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials === undefined ? {} : { credentials }),
    })
    try {
      const abortSignal = AbortSignal.timeout(CALL_LIMIT_MS)
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), {
        abortSignal,
      })
      if (!Body) return null
      return await readUpTo(Body as Readable, maxBytes, ContentLength)
    } catch (cause) {
      if (cause instanceof NoSuchKey) return null
      throw new AppError('SERVICE_UNAVAILABLE', 'S3 did not return the message', { cause })
    }
  }
}

async function readUpTo(body: Readable, maxBytes: number, declaredBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = declaredBytes > maxBytes ? Infinity : 0
  if (bytes === 0) {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes > maxBytes) break
    }
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks)
  body.destroy()
  return null
}
