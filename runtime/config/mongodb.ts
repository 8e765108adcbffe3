import { z } from 'zod'
import { certificate } from './pem.js'

const NO_URI =
  'must be set, to the address of a replica set: mongodb://host:27017/posthorn?replicaSet=rs0, or mongodb+srv://…'

export const mongodb = z.object({
  MONGODB_URI: z
    .string(NO_URI)
    .regex(/^mongodb(?:\+srv)?:\/\/./, NO_URI)
    .describe('a replica set, because transactions need one: `mongodb://host:27017/posthorn?replicaSet=rs0`'),
  MONGODB_USERNAME: z
    .string()
    .optional()
    .describe('the user, if not in the URI; a user of the database `admin` needs `authSource=admin` in the URI'),
  MONGODB_PASSWORD: z.string().optional().describe('the password of that user, not percent-encoded'),
  MONGODB_TLS_CA: certificate
    .optional()
    .describe("the CA of MongoDB's certificate, as PEM or a file name; turns TLS on"),
})
