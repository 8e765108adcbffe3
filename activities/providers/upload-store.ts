import { awsCredentialsOf } from './aws-credentials.js'
import { createS3Store } from './s3/upload-store.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import type { Config } from '../../runtime/config.js'

/** Where uploads are kept by the settings: S3, or `otherwise`. */
export function createUploadStore(config: Config, otherwise: UploadStore): UploadStore {
  const { UPLOADS_S3_BUCKET: bucket, UPLOADS_S3_ENDPOINT: endpoint, AWS_REGION: region } = config
  if (bucket === undefined) return otherwise
  return createS3Store({ bucket, region, endpoint, credentials: awsCredentialsOf(config) })
}
