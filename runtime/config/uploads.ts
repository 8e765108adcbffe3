import { z } from 'zod'
import { origin } from './values.js'

export const uploads = z.object({
  UPLOADS_S3_BUCKET: z
    .string()
    .optional()
    .describe('the bucket for uploaded images; without it they are stored in MongoDB'),
  UPLOADS_S3_ENDPOINT: origin.optional().meta({
    description: 'a server with the API of S3',
    preset: "AWS's, in `AWS_REGION`",
  }),
})
