import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { gatewayProcess, workerProcess } from '../../embedded/own-processes.js'
import type { Plan } from '../../embedded/plan.js'
import type { Env } from '../../embedded/settings.js'

const IMAGE = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')

describe('the processes of the embedded stack', () => {
  const planWith = (env: Env): Plan => ({
    env,
    dataDir: '/data',
    codeDir: '/code',
    dashboardDir: '/dashboard',
    ports: { gateway: 1, inbox: 2, smtp: 3, inboundSmtp: 7, mongodb: 4, temporal: 5, temporalUi: 6 },
    temporalUi: { host: '127.0.0.1', port: 8, writes: false },
    runs: new Set(),
    encryptionKey: '',
    jwtSecret: '',
    addresses: { gateway: '', inbox: '', inboundSmtp: '', mongodb: '', temporal: '', temporalUi: '' },
  })

  it('share memory between their threads as those of the image do', () => {
    const [, arenas] = /MALLOC_ARENA_MAX=(\d+)/.exec(IMAGE) ?? []
    for (const spec of [gatewayProcess(planWith({})), workerProcess(planWith({}))]) {
      expect(spec.env['MALLOC_ARENA_MAX']).to.equal(arenas)
    }
  })

  it('leave that to the environment where it says otherwise', () => {
    const { env } = workerProcess(planWith({ MALLOC_ARENA_MAX: '8' }))
    expect(env['MALLOC_ARENA_MAX']).to.equal('8')
  })
})
