import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { createUploadStore } from '../../../../activities/providers/upload-store.js'
import { gridFsStore } from '../../../../commands/sending/uploads/grid-fs-store.js'
import { testConfig } from '../../../support/config.js'
import { useObjectServer } from '../../../support/object-server.js'

const CONTENT = Buffer.from('bytes of an image')

describe('uploads in S3', () => {
  const { objects, signed, createStore } = useObjectServer()
  const read = async (chunks: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> => chunks && buffer(chunks)

  it('are put under their ids, read back, and gone once they are removed', async () => {
    const store = createStore()
    await store.put('one', CONTENT, 'image/png')
    expect([...objects.keys()]).to.deep.equal(['/pictures/uploads/one'])
    expect(objects.get('/pictures/uploads/one')?.type).to.equal('image/png')
    expect(await read(await store.open('one'))).to.deep.equal(CONTENT)
    expect(signed[0]).to.match(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3\/aws4_request/)
    await store.remove('one')
    await store.remove('one')
    expect(await store.open('one')).to.equal(null)
  })

  it('are signed with the session token of temporary credentials', async () => {
    await createStore({ AWS_SESSION_TOKEN: 'temporary' }).put('two', CONTENT, 'image/png')
    expect(signed.at(-1)).to.match(/SignedHeaders=[^,]*x-amz-security-token/)
  })

  it('are stored elsewhere without a bucket', () =>
    expect(createUploadStore(testConfig(), gridFsStore)).to.equal(gridFsStore))
})
