import { expect } from 'chai'
import { pino } from 'pino'
import { withIdempotencyKey, type IdempotencyKeys } from '../../../gateway/middleware/idempotency.js'
import { AppError } from '../../../models/domain/errors.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'

const log = pino({ level: 'silent' })
const request = { projectId: 'p1', credential: 'secret' as const, endpoint: 'POST /v1/send', ttlMs: 1_000 }

type Work = (claim: IdempotencyClaim | null) => Promise<{ status: number }>

/** Runs `work` under `key`; returns the outcomes of the key and of the work. */
const run = async (key: unknown, work: Work, failing: Partial<IdempotencyKeys> = {}): Promise<string[]> => {
  const said: string[] = []
  const keys: IdempotencyKeys = {
    claim: ({ key: claimed, projectId }) => {
      said.push(`claim ${claimed}`)
      return Promise.resolve({ id: 'k1', projectId, workId: 'w1', isStored: false })
    },
    release: async () => void said.push('release'),
    complete: async (_claim, status) => void said.push(`complete ${status}`),
    ...failing,
  }
  try {
    const { status } = await withIdempotencyKey({ ...request, key }, log, work, keys)
    said.push(`answer ${status}`)
  } catch (error) {
    said.push(error instanceof AppError ? error.code : 'unexpected')
  }
  return said
}

const succeed: Work = () => Promise.resolve({ status: 200 })
const refuse: Work = () => Promise.reject(new AppError('VALIDATION_ERROR', 'No'))
const storeThen =
  (end: Work): Work =>
  (claim) => {
    if (claim) claim.isStored = true
    return end(claim)
  }

describe('idempotency keys', () => {
  it('are stored with the status of a success', async () => {
    expect(await run('a', succeed)).to.deep.equal(['claim a', 'complete 200', 'answer 200'])
  })

  it('are not written again when the work was stored together with them', async () => {
    expect(await run('a', storeThen(succeed))).to.deep.equal(['claim a', 'answer 200'])
  })

  it('are not released by a refusal that comes after the work was stored', async () => {
    expect(await run('a', storeThen(refuse))).to.deep.equal(['claim a', 'complete 422', 'VALIDATION_ERROR'])
  })

  it('do not change the answer when they cannot be updated', async () => {
    const away = () => Promise.reject(new Error('away'))
    expect(await run('a', succeed, { complete: away })).to.deep.equal(['claim a', 'answer 200'])
    expect(await run('a', refuse, { release: away })).to.deep.equal(['claim a', 'VALIDATION_ERROR'])
  })
})
