import { z } from 'zod'
import { defineEndpoint, type AnyEndpoint } from '../../../gateway/http/endpoint.js'
import type { Config } from '../../../runtime/config.js'
import { testConfig } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { createClient, type ClientResponse, type HttpClient } from '../../support/http-client.js'
import { serveGateway, type ServedGateway } from '../../support/serve-gateway.js'

const response = z.object({})
const around = { method: 'post', summary: 'For a test', errors: [], response } as const
const handle = () => Promise.resolve({})
const endpoints: AnyEndpoint[] = [
  defineEndpoint({ ...around, operationId: 'secret', path: '/secret', access: 'secretKey', idempotent: true, handle }),
  defineEndpoint({ ...around, operationId: 'public', path: '/public', access: 'publicKey', handle }),
  defineEndpoint({ ...around, operationId: 'project', path: '/project', access: 'project', handle }),
  defineEndpoint({ ...around, operationId: 'user', path: '/user', access: 'user', handle }),
  defineEndpoint({ ...around, operationId: 'anyone', path: '/anyone', access: 'open', handle }),
  defineEndpoint({ ...around, operationId: 'dear', path: '/dear', access: 'open', limit: 'account', handle }),
]

/** Replicas of one gateway with an endpoint of each access: apps that share nothing but the database. */
export function useReplicas(count: number, changes: Partial<Config>): { at(index: number, key?: string): HttpClient } {
  const gateways: ServedGateway[] = []
  useDatabase({ isEmptied: 'before each' })
  before(async () => {
    for (let index = 0; index < count; index += 1) {
      gateways.push(await serveGateway(testConfig(changes), { endpoints }))
    }
  })
  after(async () => {
    for (const gateway of gateways) await gateway.close()
  })
  return { at: (index, key) => createClient(gateways[index]?.origin ?? '', key) }
}

/** The answers of requests that are made at the same moment, by their statuses. */
export const statuses = async (requests: Promise<ClientResponse>[]) => {
  const answers = await Promise.all(requests)
  const of = (status: number) => answers.filter((answer) => answer.status === status)
  return { passed: of(200), refused: of(429), others: answers.length - of(200).length - of(429).length }
}
