import { expect } from 'chai'
import { authenticate } from '../../../gateway/middleware/authenticate.js'
import type { KeyHolder } from '../../../models/commands/authenticate-key.js'
import { AppError } from '../../../models/domain/errors.js'
import type { ProjectRecord } from '../../../models/project.js'

const project: ProjectRecord = {
  _id: 'p1',
  name: 'Acme',
  publicKeyHash: '',
  publicKeySealed: '',
  secretKeyHash: '',
  secretKeySealed: '',
  disabled: false,
  disabledReason: null,
  language: 'en',
  tracking: 'ENABLED',
  timezone: 'UTC',
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

const findHolder = (key: string): Promise<KeyHolder | null> => {
  if (key === 'pk_known') return Promise.resolve({ project, type: 'public' })
  if (key === 'sk_known') return Promise.resolve({ project, type: 'secret' })
  return Promise.resolve(null)
}

type KeyAccess = Parameters<typeof authenticate>[0]

const outcome = async (access: KeyAccess, authorization: string | undefined): Promise<string> => {
  try {
    const { projectId, caller } = await authenticate(access, authorization, findHolder)
    return `${projectId} by ${caller.type}`
  } catch (error) {
    return error instanceof AppError ? error.code : 'unexpected'
  }
}

const CASES: [header: string | undefined, publicKey: string, secretKey: string, project: string][] = [
  [undefined, 'MISSING_AUTH', 'MISSING_AUTH', 'UNAUTHORIZED'],
  ['', 'MISSING_AUTH', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer', 'MISSING_AUTH', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['sk_known', 'MISSING_AUTH', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Basic sk_known', 'MISSING_AUTH', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer sk_known sk_known', 'MISSING_AUTH', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer nonsense', 'INVALID_API_KEY', 'INVALID_API_KEY', 'INVALID_API_KEY'],
  ['Bearer sk_unknown', 'INVALID_API_KEY', 'INVALID_API_KEY', 'INVALID_API_KEY'],
  ['Bearer pk_known', 'p1 by publicKey', 'INVALID_API_KEY', 'INVALID_API_KEY'],
  ['Bearer sk_known', 'INVALID_API_KEY', 'p1 by secretKey', 'p1 by secretKey'],
  ['bearer  sk_known', 'INVALID_API_KEY', 'p1 by secretKey', 'p1 by secretKey'],
]

describe('API keys', () => {
  for (const [header, ...expected] of CASES) {
    it(`"${header ?? 'no header'}" is ${expected.join(', ')} on publicKey, secretKey and project`, async () => {
      const outcomes = await Promise.all([
        outcome('publicKey', header),
        outcome('secretKey', header),
        outcome('project', header),
      ])
      expect(outcomes).to.deep.equal(expected)
    })
  }
})
