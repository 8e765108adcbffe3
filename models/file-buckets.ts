import type { Sharding } from './shard-key.js'

/** The bucket of GridFS with images and files of imports, unless they are in S3. */
export const UPLOAD_BUCKET = 'upload_bytes'

/** The collections of GridFS, which no model declares. */
export function fileCollections(): ({ name: string } & Sharding)[] {
  const names = [`${UPLOAD_BUCKET}.files`, `${UPLOAD_BUCKET}.chunks`]
  return names.map((name) => ({ name, shardKey: null, unshardedBecause: 'GridFS, which finds bytes by file' }))
}
