import type { Sharding } from './shard-key.js'

/** The bucket of GridFS with the files of emails. */
export const ATTACHMENT_BUCKET = 'attachments'

/** The bucket of GridFS with images and files of imports, unless they are in S3. */
export const UPLOAD_BUCKET = 'upload_bytes'

/** The collections of GridFS, which no model declares. */
export function fileCollections(): ({ name: string } & Sharding)[] {
  const names = [ATTACHMENT_BUCKET, UPLOAD_BUCKET].flatMap((bucket) => [`${bucket}.files`, `${bucket}.chunks`])
  return names.map((name) => ({ name, shardKey: null, unshardedBecause: 'GridFS, which finds bytes by file' }))
}
