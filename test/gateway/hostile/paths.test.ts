import { expect } from 'chai'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { useTarget } from './target.js'

describe('a hostile path', () => {
  const target = useTarget()

  const MALFORMED = [
    'x'.repeat(8_000),
    '%00',
    `${UNKNOWN_ID}%00`,
    '%7B%22%24gt%22%3A%22%22%7D',
    '[object%20Object]',
    '__proto__',
    'constructor',
    '..%2f..%2fetc',
    '%ED%A0%80',
    '%F0%9F%92%A9',
    '%20',
    '%0d%0aSet-Cookie:a=b',
    `${UNKNOWN_ID}%0a`,
  ]
  const PATHS = [
    '/contacts/#',
    '/events/contact/#',
    '/templates/#',
    '/campaigns/#',
    '/segments/#',
    '/workflows/#',
    '/workflows/:workflow/executions/#',
  ]
  for (const path of PATHS) {
    it(`of GET ${path} answers 404 like an unknown id`, async () => {
      const at = path.replace(':workflow', target.ids.workflow)
      await target.expectRefused(
        MALFORMED.map((id) => ({
          what: id,
          send: () => target.secret.get(at.replace('#', id)),
          statuses: [404],
          check: ({ headers }) => expect(headers.has('set-cookie')).to.equal(false),
        })),
      )
    })
  }

  it('that is no path answers 400 or 404', async () => {
    const paths = ['/contacts/%', '/contacts/%zz', '/contacts/%C0%AF', '/%', '//', '//evil.io/contacts', '/\\']
    await target.expectRefused(
      paths.map((path) => ({ what: path, send: () => target.secret.get(path), statuses: [400, 404] })),
    )
  })
})
