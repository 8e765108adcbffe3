import { expect } from 'chai'
import { authenticateByKey } from '../../../gateway/middleware/authenticate.js'
import type { KeyHolder } from '../../../commands/projects/authenticate-key.js'
import { AppError } from '../../../models/domain/errors.js'
import type { ProjectRecord } from '../../../models/project.js'

const project: ProjectRecord = {
  _id: 'p1',
  name: 'Acme',
  publicKeyHash: '',
  publicKeySealed: '',
  secretKeyHash: '',
  secretKeySealed: '',
  webhookSecretSealed: null,
  disabled: false,
  disabledReason: null,
  language: 'en',
  tracking: 'ENABLED',
  timezone: 'UTC',
  publicKeyMayResubscribe: true,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

const of = { project, keyId: null, scope: 'full', domains: null } as const
const findHolder = (key: string): Promise<KeyHolder | null> => {
  if (key === 'pk_known') return Promise.resolve({ ...of, type: 'public' })
  if (key === 'sk_known') return Promise.resolve({ ...of, type: 'secret' })
  return Promise.resolve(null)
}

const outcome = async (type: KeyHolder['type'], authorization: string | undefined): Promise<string> => {
  try {
    const { projectId, caller } = await authenticateByKey(type, authorization, findHolder)
    return `${projectId} by ${caller.type}`
  } catch (error) {
    return error instanceof AppError ? error.code : 'unexpected'
  }
}

const CASES: [header: string | undefined, publicKey: string, secretKey: string][] = [
  [undefined, 'MISSING_AUTH', 'MISSING_AUTH'],
  ['', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['sk_known', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Basic sk_known', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer sk_known sk_known', 'MISSING_AUTH', 'MISSING_AUTH'],
  ['Bearer nonsense', 'INVALID_API_KEY', 'INVALID_API_KEY'],
  ['Bearer sk_unknown', 'INVALID_API_KEY', 'INVALID_API_KEY'],
  ['Bearer pk_known', 'p1 by publicKey', 'INVALID_API_KEY'],
  ['Bearer sk_known', 'INVALID_API_KEY', 'p1 by secretKey'],
  ['bearer  sk_known', 'INVALID_API_KEY', 'p1 by secretKey'],
]

describe('API keys', () => {
  for (const [header, ...expected] of CASES) {
    it(`"${header ?? 'no header'}" is ${expected.join(' and ')} when the public and the secret key are accepted`, async () => {
      expect(await Promise.all([outcome('public', header), outcome('secret', header)])).to.deep.equal(expected)
    })
  }
})
