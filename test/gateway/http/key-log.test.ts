import { expect } from 'chai'
import { z } from 'zod'
import { defineEndpoint } from '../../../gateway/http/endpoint.js'
import { createApiKey, createProject } from '../../support/factories.js'
import { useDatabase } from '../../support/database.js'
import { createClient } from '../../support/http-client.js'
import { serveEndpoints } from './serve-endpoints.js'

describe('the log line of a request with a key', () => {
  useDatabase()
  const gateway = serveEndpoints([
    defineEndpoint({
      operationId: 'ping',
      method: 'get',
      path: '/ping',
      access: 'project',
      summary: 'For a test',
      response: z.object({}),
      errors: [],
      handle: () => Promise.resolve({}),
    }),
  ])

  it('contains the id of a named key, no id for the keys of the pair, and never a key itself', async () => {
    const { id: projectId, secretKey } = await createProject()
    const { key, secret } = await createApiKey({ projectId })
    for (const [used, keyId] of [
      [secret, key._id],
      [secretKey, undefined],
    ] as const) {
      gateway.logs.length = 0
      // The scheme may have any case, and more blanks after it.
      const { status } = await createClient(gateway.origin).get('/ping', { authorization: `bearer  ${used}` })
      expect(status).to.equal(200)
      const line = gateway.logs.find((entry) => entry['msg'] === 'request')
      expect([line?.['projectId'], line?.['keyId']]).to.deep.equal([projectId, keyId])
      expect(gateway.logText()).not.to.contain(used)
    }
  })
})
