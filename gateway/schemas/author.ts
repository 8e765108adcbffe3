import { z } from 'zod'
import { idOf } from './ids.js'

/** Who made a version. */
export const VersionAuthor = z
  .object({ id: idOf('user'), email: z.string().nullable() })
  .meta({
    title: 'VersionAuthor',
    description: 'Null if an API key created it. The address is null once the account is deleted.',
  })
  .nullable()
