import { expect } from 'chai'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { words } from '../../support/words.js'
import { useTarget } from './target.js'

describe('a hostile path', () => {
  const target = useTarget()

  const MALFORMED = [
    'x'.repeat(8_000),
    ...words('%00 %7B%22%24gt%22%3A%22%22%7D [object%20Object] __proto__ constructor ..%2f..%2fetc %ED%A0%80'),
    ...words('%F0%9F%92%A9 %20 %0d%0aSet-Cookie:a=b'),
    `${UNKNOWN_ID}%00`,
    `${UNKNOWN_ID}%0a`,
  ]
  const CODES = {
    '/contacts/#': 'CONTACT_NOT_FOUND',
    '/events/contact/#': 'CONTACT_NOT_FOUND',
    '/templates/#': 'TEMPLATE_NOT_FOUND',
    '/campaigns/#': 'CAMPAIGN_NOT_FOUND',
    '/segments/#': 'RESOURCE_NOT_FOUND',
    '/workflows/#': 'WORKFLOW_NOT_FOUND',
    '/workflows/:workflow/executions/#': 'RESOURCE_NOT_FOUND',
  }
  for (const [path, expected] of Object.entries(CODES)) {
    it(`of GET ${path} answers 404 like an unknown id`, async () => {
      const at = path.replace(':workflow', target.names.workflow)
      await target.expectRefused(
        [UNKNOWN_ID, ...MALFORMED].map((id) => ({
          what: id,
          send: () => target.secret.get(at.replace('#', id)),
          statuses: [404],
          check: ({ code, headers }) => expect([code, headers.has('set-cookie')]).to.deep.equal([expected, false]),
        })),
      )
    })
  }

  it('that is malformed answers 400 or 404', async () => {
    const paths = ['/contacts/%', '/contacts/%zz', '/contacts/%C0%AF', '/%', '//', '//evil.io/contacts', '/\\']
    await target.expectRefused(
      paths.map((path) => ({ what: path, send: () => target.secret.get(path), statuses: [400, 404] })),
    )
  })
})
