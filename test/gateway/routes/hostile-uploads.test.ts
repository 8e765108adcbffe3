import { expect } from 'chai'
import { fileForm } from '../../support/file-form.js'
import { useProject } from '../../support/project.js'

const HEAD = 'GIF89a\x01\0\x01\0\0\0\0'
const IMAGE = '\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0'
const EMPTY_BLOCKS = 3_495_243

describe('an image that is made to stop the gateway', () => {
  const { gateway, client } = useProject()

  it('is refused, three at once of 10 MB each, while the gateway still answers', async () => {
    const bomb = Buffer.from(`${HEAD}${IMAGE}${'\x21\xf9\0'.repeat(EMPTY_BLOCKS)};`, 'latin1')
    expect(bomb).to.have.length(10_485_758)
    const over = new AbortController()
    const uploads = [1, 2, 3].map(async () => client.post('/uploads/image', fileForm(new Uint8Array(bomb), 'a.gif')))
    const answers = Promise.all(uploads).finally(() => over.abort())
    let answered = 0
    while (!over.signal.aborted) {
      const { status } = await fetch(`${gateway.origin}/health`)
      expect(status).to.equal(200)
      if (!over.signal.aborted) answered += 1
    }
    for (const { status, body } of await answers) {
      expect(status).to.equal(422)
      expect(body.error.errors).to.deep.equal([
        { field: 'file', code: 'invalid_file_type', message: 'The image has more than 20000 blocks' },
      ])
    }
    expect(answered).to.be.at.least(1)
  })
})
