import { expect } from 'chai'
import mongoose from 'mongoose'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import { Upload } from '../../support/models.js'
import { eventuallyEquals } from '../../support/eventually.js'
import { createProject, createUpload } from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import { useGateway } from '../../support/gateway.js'
import { bytes, png, riff, riffChunk, VP8L } from '../../support/images.js'
import { newId } from '../../../runtime/ids.js'
import { useProject } from '../../support/project.js'

const MB = 1_048_576

describe('GET /uploads/:id', () => {
  const { gateway, project, client } = useProject()
  const upload = async (file: Buffer) =>
    (await client.post('/uploads/image', fileForm(new Uint8Array(file), 'a'))).body as { url: string; id: string }
  const load = (url: string, headers: Record<string, string> = {}) =>
    fetch(gateway.origin + new URL(url).pathname, { headers })
  const tagOf = (res: Response): string => res.headers.get('etag') ?? ''
  const large = () => riff(VP8L, riffChunk('ICCP', Buffer.from(Array.from({ length: MB }, (_, at) => at % 251))))

  it('sends an image of many chunks unchanged', async () => {
    const file = large()
    const { url } = await upload(file)
    expect(Buffer.from(await (await load(url)).arrayBuffer())).to.deep.equal(file)
  })

  it('answers 304 to a client that has the image, and reads no bytes for it', async () => {
    const { url, id } = await upload(png())
    const tag = tagOf(await load(url))
    expect(tag).to.match(/^"[0-9a-f]{64}"$/)
    // Without the bytes of the image, an answer that reads them would be 404.
    await gridFsStore.remove((await Upload.findById(id).lean())?.fileId ?? '')
    for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const res = await load(url, { 'If-None-Match': tags })
      expect([res.status, await res.text()], tags).to.deep.equal([304, ''])
      expect(tagOf(res)).to.equal(tag)
      expect(res.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    }
    const missing = await load(url, { 'If-None-Match': '"other"' })
    expect([missing.status, missing.headers.get('cache-control')]).to.deep.equal([404, 'no-store'])
  })

  it('answers 404 to a client that has a deleted image', async () => {
    const { url, id } = await upload(png())
    const tag = tagOf(await load(url))
    await client.delete(`/uploads/${id}`)
    expect((await load(url, { 'If-None-Match': tag })).status).to.equal(404)
  })

  it('breaks off when bytes are missing, instead of sending a part as the whole', async () => {
    const _id = newId()
    await createUpload({ _id, projectId: project.id })
    const file = bytes(Buffer.alloc(MB, 7))
    const { fileId } = (await Upload.findById(_id).lean())!
    await gridFsStore.put(fileId!, file, 'image/png')
    await Upload.updateOne({ _id, projectId: project.id }, { $set: { size: file.length } })
    const chunks = mongoose.connection.collection<{ files_id: string; n: number }>('upload_bytes.chunks')
    await chunks.deleteOne({ files_id: fileId!, n: 3 })
    const loaded = load(`http://gateway/uploads/${_id}.png`).then((res) => res.arrayBuffer())
    expect(await loaded.catch((thrown: unknown) => thrown)).to.be.instanceOf(Error)
  })
})

describe('the limit on loading images', () => {
  const perMinute = 2
  const gateway = useGateway({ OPEN_RATE_LIMIT_PER_MINUTE: perMinute, TRUSTED_PROXY_HOPS: 1 })
  const load = async (address: string, path = `/uploads/${newId()}.png`): Promise<Response> =>
    fetch(gateway.origin + path, { headers: { 'X-Forwarded-For': address } })

  it('is counted for the network that loads them, and ten times that of other open requests', async () => {
    const { id: projectId } = await createProject()
    const _id = newId()
    await createUpload({ _id, projectId })
    const path = `/uploads/${_id}.png`
    // The window may end meanwhile, which allows more.
    let allowed = 0
    let refused = await load('192.0.2.1', path)
    for (; refused.status === 200 && allowed < 500; allowed += 1) refused = await load('192.0.2.1', path)
    expect([allowed >= 10 * perMinute, refused.status]).to.deep.equal([true, 429])
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    expect((await load('198.51.100.1', path)).status).to.equal(200)
  })

  it('counts missing images too', async () => {
    const missing = async () => (await load('192.0.2.2')).status
    expect(await missing()).to.equal(404)
    await eventuallyEquals(missing, 429)
  })
})
