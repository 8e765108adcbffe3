import { expect } from 'chai'
import { inTurn } from '../../support/runs.js'
import { words } from '../../support/words.js'
import { useTarget } from './target.js'

/** The lists of the API with each parameter that they read. */
const LISTS: Record<string, string[]> = {
  '/contacts': ['limit', 'cursor', 'search', 'subscribed', 'sort', 'dir'],
  '/segments/:segment/contacts': ['page', 'pageSize'],
  '/templates': ['page', 'pageSize', 'type', 'search', 'sort', 'dir'],
  '/workflows': ['page', 'pageSize', 'search', 'enabled', 'status', 'sort', 'dir'],
  '/events': ['limit', 'cursor', 'eventName', 'contactId'],
  '/workflows/:workflow/executions': ['page', 'pageSize', 'status', 'contactId'],
}

/** The parameters that take much and reach the database; the others are small numbers or words of a list. */
const FREE = ['cursor', 'search', 'eventName', 'contactId', 'page']

const cursor = (text: string): string => Buffer.from(text).toString('base64url')
const QUERY_VALUES = [
  ...words('%20 -1 0 1.5 1e400 9007199254740991 99999999999999999999 NaN {"$gt":""} %FF%FE % ((( true __proto__'),
  ...words('constructor %F0%9F%92%A9 .*%2B%3F^${}()|[]\\'),
  '',
  'x'.repeat(2_000),
  cursor('[{"$gt":""},"x"]'),
  cursor('["a\\u0000","b"]'),
  cursor('[8e15,"x"]'),
]

describe('a hostile query', () => {
  const target = useTarget()

  for (const [at, [list, names]] of Object.entries(LISTS).entries()) {
    it(`of GET ${list} is refused or ignored, and causes no server error`, async () => {
      const path = list.replace(':workflow', target.names.workflow).replace(':segment', target.names.segment)
      for (const [index, name] of names.entries()) {
        const twice = await target.secret.get(`${path}?${name}=1&${name}=2`)
        expect(twice.status, `${name} twice`).to.equal(400)
        expect(twice.body.error.errors[0]).to.include({ field: name, code: 'invalid_type' })
        expect((await target.secret.get(`${path}?${name}=a%00b`)).status, `${name} with NUL`).to.equal(400)
        const values = FREE.includes(name) ? QUERY_VALUES : inTurn(QUERY_VALUES, at + index, 5)
        for (const value of values) {
          const res = await target.secret.get(`${path}?${name}=${value}&${name}[$gt]=1&$where=1`)
          expect(res.status, `${name}=${value} ${JSON.stringify(res.body).slice(0, 200)}`).to.be.oneOf([200, 400])
          if (res.status === 200) expect(res.body.data).to.be.an('array')
        }
      }
    })
  }
})
