import { expect } from 'chai'
import * as fc from 'fast-check'
import mongoose from 'mongoose'
import { removeImages } from '../../../commands/sending/uploads/remove-images.js'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import { cleanImage } from '../../../models/domain/images/clean-image.js'
import { ImageError } from '../../../models/domain/images/image.js'
import { Upload } from '../../../models/upload.js'
import { createProject } from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import {
  bytes,
  chunk,
  gif,
  header,
  jpeg,
  pixels,
  png,
  riff,
  riffChunk,
  segment,
  SIGNATURE,
  turned,
  VP8L,
} from '../../support/images.js'
import { useProject } from '../../support/project.js'
import { runs } from '../../support/runs.js'

const PNG = png()
const NOTED_PNG = png(chunk('tEXt', bytes('Author\0Ada')))
const GIF = gif()
const NOTED_GIF = gif(bytes([0x21, 0xfe, 5], 'hello', [0]))
const JPEG = jpeg(segment(0xe0, bytes('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0])))
const WEBP = riff(VP8L)
const noted = (flags: number, ...rest: Buffer[]): Buffer =>
  riff(riffChunk('VP8X', bytes([flags, 0, 0, 0, 0, 0, 0, 0, 0, 0])), VP8L, ...rest)

describe('POST /uploads/image', () => {
  const { gateway, project, client } = useProject()
  const upload = (file: Buffer, name = 'image.png') =>
    client.post('/uploads/image', fileForm(new Uint8Array(file), name))
  const load = async (url: string, method = 'GET') => fetch(gateway.origin + new URL(url).pathname, { method })

  const bytesStored = () => mongoose.connection.db!.collection('upload_bytes.chunks').countDocuments({})

  for (const [type, extension, file] of [
    ['image/png', 'png', PNG],
    ['image/jpeg', 'jpg', JPEG],
    ['image/gif', 'gif', GIF],
    ['image/webp', 'webp', WEBP],
  ] as const) {
    it(`recognises ${type} by its content, and serves it to be cached, without scripts`, async () => {
      const { status, body } = await upload(file, 'page.html')
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body).to.include({ contentType: type, size: file.length })
      expect(body.url).to.match(new RegExp(`^http://127\\.0\\.0\\.1:3000/uploads/[0-9a-f-]{36}\\.${extension}$`))
      for (const method of ['GET', 'HEAD']) {
        const res = await load(body.url, method)
        expect(res.status).to.equal(200)
        expect(Object.fromEntries(res.headers)).to.include({
          'content-type': type,
          'content-length': String(file.length),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        expect(Buffer.from(await res.arrayBuffer())).to.deep.equal(method === 'GET' ? file : Buffer.alloc(0))
      }
      const wrong = body.url.replace(/\.\w+$/, extension === 'png' ? '.gif' : '.png')
      expect((await load(wrong)).status).to.equal(404)
      // A page that knows only the id of an image leaves the extension out.
      expect((await load(body.url.replace(/\.\w+$/, ''))).status).to.equal(200)
    })
  }

  it('refuses a file that is no image, whatever its name, and an image whose content is of another type', async () => {
    const faulty = Buffer.from(PNG)
    faulty[40] = (faulty[40] ?? 0) ^ 1
    const files: Record<string, Buffer> = {
      text: bytes('hello'),
      html: bytes('<!doctype html><script>alert(1)</script>'),
      svg: bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      bmp: bytes('BM', Buffer.alloc(60)),
      script: bytes('GIF89a/*', Buffer.alloc(20), '*/=1;alert(1)'),
      'signature alone': SIGNATURE,
      'page behind a signature': bytes(SIGNATURE, '<script>alert(1)</script>'),
      'wrong sum': faulty,
      'cut off PNG': PNG.subarray(0, -6),
      'cut off JPEG': JPEG.subarray(0, -2),
      'cut off GIF': GIF.subarray(0, -1),
      'cut off WebP': WEBP.subarray(0, -1),
      'no pixels': bytes(SIGNATURE, header(1, 1), chunk('IEND', Buffer.alloc(0))),
      'too many pixels': bytes(SIGNATURE, header(16_000, 16_000), pixels, chunk('IEND', Buffer.alloc(0))),
      'too long a side': bytes(SIGNATURE, header(20_000, 1), pixels, chunk('IEND', Buffer.alloc(0))),
    }
    for (const [what, file] of Object.entries(files)) {
      const res = await upload(file)
      expect([res.status, res.faults], what).to.deep.equal([422, ['file invalid_file_type']])
    }
    expect((await upload(Buffer.alloc(0))).status).to.equal(422)
    expect((await client.post('/uploads/image', new FormData())).status).to.equal(400)
    expect((await upload(Buffer.alloc(10 * 1024 * 1024 + 1))).status).to.equal(413)
    expect(await Upload.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('removes bytes after an image, and the metadata about people and cameras', async () => {
    const zip = bytes('PK\u0003\u0004', Buffer.alloc(100))
    for (const [sent, stored] of [
      [bytes(PNG, zip), PNG],
      [NOTED_PNG, PNG],
      [bytes(JPEG, zip), JPEG],
      [jpeg(segment(0xfe, bytes('a comment')), turned(1)), jpeg()],
      [bytes(GIF, '<script>'), GIF],
      [NOTED_GIF, GIF],
      [bytes(WEBP, zip), WEBP],
      [noted(0x0c, riffChunk('EXIF', bytes('GPS')), riffChunk('XMP ', bytes('<x/>'))), noted(0)],
    ] as const) {
      const { body } = await upload(sent)
      expect(Buffer.from(await (await load(body.url)).arrayBuffer())).to.deep.equal(stored)
    }
  })

  it('keeps the orientation of a photo, and removes its location', async () => {
    const { body } = await upload(jpeg(turned(6)))
    const stored = Buffer.from(await (await load(body.url)).arrayBuffer())
    expect(stored.includes('GPS HERE')).to.equal(false)
    const at = stored.indexOf('Exif\0\0MM')
    expect(at).to.be.above(0)
    expect([stored.readUInt16BE(at + 16), stored.readUInt16BE(at + 24)]).to.deep.equal([0x0112, 6])
    // The gateway reads its own output again.
    expect(cleanImage(stored)?.parts.reduce((sum, part) => sum + part.length, 0)).to.equal(stored.length)
  })

  it('stores the same image once for each project', async () => {
    const other = await createProject()
    const theirs = await gateway.as(other.secretKey).post('/uploads/image', fileForm(new Uint8Array(PNG), 'a.png'))
    expect(theirs.body.url).not.to.equal((await upload(PNG)).body.url)
  })

  it('stores an image again when an earlier request died before its bytes were stored', async () => {
    const { body } = await upload(PNG)
    await Upload.updateOne({ projectId: project.id }, { $set: { fileId: null } })
    expect((await load(body.url)).status).to.equal(404)
    expect((await upload(PNG)).body.url).to.equal(body.url)
    expect((await load(body.url)).status).to.equal(200)
  })

  it('are deleted with their project, bytes included', async () => {
    const before = await bytesStored()
    const { body } = await upload(PNG)
    await upload(GIF)
    await Upload.updateOne({ projectId: project.id, contentType: 'image/png' }, { $set: { fileId: null } })
    await upload(PNG)
    expect(await bytesStored()).to.equal(before + 3)
    expect(await removeImages(project.id, gridFsStore, 10)).to.equal(2)
    expect(await removeImages(project.id, gridFsStore, 10)).to.equal(0)
    expect((await load(body.url)).status).to.equal(404)
    expect(await bytesStored()).to.equal(before)
  })

  it('answers 404 to any other name', async () => {
    const ids = [`${'0'.repeat(36)}.png`, '00000000-0000-0000-0000-000000000000.png']
    for (const name of ['x', 'x.png', '../package.json', ...ids]) {
      expect((await fetch(`${gateway.origin}/uploads/${encodeURIComponent(name)}`)).status, name).to.equal(404)
    }
  })
})

describe('reading an image', () => {
  it('returns an image, no image or a refusal for any bytes', () => {
    const withNotes = [NOTED_PNG, jpeg(turned(6)), NOTED_GIF, noted(0x0c, riffChunk('EXIF', bytes('GPS')))]
    const seeds = [PNG, JPEG, GIF, WEBP, ...withNotes]
    const change = fc.record({ at: fc.nat(200), to: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(change, { maxLength: 4 }), fc.nat(200), (seed, changes, cut) => {
        const file = Buffer.from(seed.subarray(0, Math.max(1, seed.length - (cut % 3 === 0 ? cut : 0))))
        for (const { at, to } of changes) file[at % file.length] = to
        try {
          const image = cleanImage(file)
          // An accepted image is accepted again unchanged.
          if (image) {
            const written = Buffer.concat(image.parts)
            expect(Buffer.concat(cleanImage(written)?.parts ?? [])).to.deep.equal(written)
          }
        } catch (error) {
          expect(error).to.be.instanceOf(ImageError)
        }
      }),
      runs(3_000),
    )
  })
})
