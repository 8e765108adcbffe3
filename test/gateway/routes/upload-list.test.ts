import { expect } from 'chai'
import mongoose from 'mongoose'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { exportSlice } from '../../../commands/lifecycle/exports/export-slice.js'
import { setQuotas } from '../../../commands/base/quotas/limits.js'
import { ImportChunk } from '../../../models/import-chunk.js'
import { Upload } from '../../../models/upload.js'
import { quotas } from '../../../runtime/config/quotas.js'
import { newId } from '../../../runtime/ids.js'
import { createMember, createProject } from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import type { HttpClient } from '../../support/http-client.js'
import { bytes, gif, jpeg, png } from '../../support/images.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'
import { expectIndexed } from '../../models/expect-indexed.js'

const MB = 1_048_576

/** A GIF that is different for each `n`, of this size. */
const imageOf = (n: number, size = 100): Buffer => {
  const head = [0x21, 0xf9, 4, n & 0xff, n >> 8, 0, 0]
  // Sub-blocks of two bytes each, and one of three to make up the size.
  const room = size - gif().length - head.length - 1
  const filling = Buffer.concat([
    Buffer.alloc(room % 2 === 0 ? 0 : 3, bytes([2, 7, 7])),
    Buffer.alloc(room, bytes([1, 7])),
  ])
  return gif(bytes(head, filling.subarray(0, room), [0]))
}

const upload = (client: HttpClient, file: Buffer) =>
  client.post('/uploads/image', fileForm(new Uint8Array(file), 'a.gif'))

describe('the uploads of a project', () => {
  const { gateway, project, client } = useProject()
  const load = (url: string) => fetch(gateway.origin + new URL(url).pathname)
  const bytesStored = () => mongoose.connection.db!.collection('upload_bytes.chunks').countDocuments({})
  const member = async () => gateway.signedIn(await createMember({ projectId: project.id, role: 'MEMBER' }), project.id)
  const usedBytes = async (): Promise<number> => {
    const { body } = await (await member()).get(`/projects/${project.id}/quotas`)
    return body.data.uploads.used
  }

  describe('GET /uploads', () => {
    it('lists them newest first, each as it can be loaded', async () => {
      const sent = []
      for (const file of [png(), gif(), jpeg()]) sent.push((await upload(client, file)).body)
      const { status, body } = await client.get('/uploads')
      expect(status).to.equal(200)
      expect(body).to.deep.equal({ success: true, data: sent.toReversed() })
      expect(Object.keys(body.data[0])).to.deep.equal(['id', 'url', 'contentType', 'size', 'alt', 'createdAt'])
      for (const { url, id, contentType, size } of body.data) {
        const res = await load(url)
        expect(url).to.include(id)
        expect(res.headers.get('content-type')).to.equal(contentType)
        expect(await res.arrayBuffer()).to.have.property('byteLength', size)
      }
    })

    it('continues after the last one of a page, also when that was deleted meanwhile', async () => {
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.unshift((await upload(client, imageOf(n))).body.id)
      const found: string[] = []
      for (let before = ''; ; before = `&before=${found.at(-1)}`) {
        const { body } = await client.get(`/uploads?limit=2${before}`)
        for (const { id } of body.data) {
          found.push(id)
          await client.delete(`/uploads/${id}`)
        }
        if (body.data.length < 2) break
      }
      expect(found).to.deep.equal(ids)
    })

    it('shows at most a hundred, and no images of other projects or without bytes', async () => {
      const of = { contentType: 'image/png', size: 5, attempts: [], createdAt: new Date() }
      const record = (projectId: string, fileId: string | null) => {
        return { _id: newId(), projectId, sha256: newId(), fileId, ...of }
      }
      const mine = Array.from({ length: 102 }, () => record(project.id, newId()))
      const hidden = [record(project.id, null), record((await createProject()).id, newId())]
      await Upload.insertMany([...mine, ...hidden])
      const { body } = await client.get('/uploads?limit=1000')
      expect(body.data).to.have.length(100)
      const rest = await client.get(`/uploads?before=${body.data.at(-1).id}`)
      expect(rest.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([mine[1]?._id, mine[0]?._id])
      expect((await client.get('/uploads?before=x')).status).to.equal(400)
    })
  })

  describe('PATCH /uploads/:id', () => {
    it('describes an image, by which the list finds it, also once it is uploaded again', async () => {
      const [soup, bread] = [(await upload(client, png())).body, (await upload(client, gif())).body]
      const described = await client.patch(`/uploads/${soup.id}`, { alt: ' A bowl of Soup (50%)' })
      expect(described.body).to.deep.equal({ ...soup, alt: 'A bowl of Soup (50%)' })
      await client.patch(`/uploads/${bread.id}`, { alt: 'Bread' })
      const found = async (search: string) => {
        const { body } = await client.get(`/uploads?search=${encodeURIComponent(search)}`)
        return body.data.map(({ id }: { id: string }) => id)
      }
      expect(await found('soup (5')).to.deep.equal([soup.id])
      expect(await found('B')).to.deep.equal([bread.id, soup.id])
      expect(await found('.*')).to.deep.equal([])
      expect(await found(' ')).to.deep.equal([bread.id, soup.id])
      expect((await client.get(`/uploads?search=b&before=${bread.id}`)).body.data).to.have.length(1)
      expect((await upload(client, png())).body).to.deep.equal(described.body)
      expect((await client.patch(`/uploads/${soup.id}`, { alt: ' ' })).body.alt).to.equal(null)
      expect(await found('soup')).to.deep.equal([])
    })

    it('answers 404 for an image of another project, and 422 for a text that is too long', async () => {
      const theirs = await upload(gateway.as((await createProject()).secretKey), png())
      expect((await client.patch(`/uploads/${theirs.body.id}`, { alt: 'Mine' })).status).to.equal(404)
      const { body } = await upload(client, gif())
      const refused = await client.patch(`/uploads/${body.id}`, { alt: 'x'.repeat(1_001) })
      expect(refused).to.deep.include({ status: 422, fields: ['alt'] })
    })

    it('reads the texts that it searches from the index', async () => {
      await upload(client, png())
      const [search] = await expectIndexed('uploads', () => client.get('/uploads?search=soup'))
      expect(search).to.include({ keysExamined: 1, docsExamined: 0 })
    })
  })

  describe('DELETE /uploads/:id', () => {
    it('removes an image with its bytes, for every member, and accepts it again under another address', async () => {
      const before = await bytesStored()
      const { body } = await upload(client, png())
      expect((await load(body.url)).status).to.equal(200)
      expect((await (await member()).delete(`/uploads/${body.id}`)).status).to.equal(204)
      expect((await client.delete(`/uploads/${body.id}`)).status).to.equal(404)
      expect((await client.get('/uploads')).body.data).to.deep.equal([])
      expect(await bytesStored()).to.equal(before)
      expect(await Upload.countDocuments({ projectId: project.id })).to.equal(0)
      const again = (await upload(client, png())).body
      expect(again.id).not.to.equal(body.id)
      expect([(await load(body.url)).status, (await load(again.url)).status]).to.deep.equal([404, 200])
    })

    it('deletes once, for several requests at the same moment', async () => {
      const { body } = await upload(client, imageOf(1, 5_000))
      const remove = async () => (await client.delete(`/uploads/${body.id}`)).status
      expect(await Promise.all(Array.from({ length: 6 }, remove))).to.have.members([204, 404, 404, 404, 404, 404])
      expect(await usedBytes()).to.equal(0)
    })
  })

  describe('the quota of their bytes', () => {
    beforeEach(() => setQuotas({ ...quotas.parse({}), QUOTA_UPLOADS_MB: 1 }))
    afterEach(() => setQuotas(quotas.parse({})))

    it('is exact, also for requests at the same moment', async () => {
      const size = MB / 4
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(client, imageOf(n, size))))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(answers.length - refused.length).to.equal(4)
      const details = { quota: 'uploads', limit: MB, used: MB }
      for (const answer of refused) expect(answer).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED', details })
      expect(await usedBytes()).to.equal(MB)
      // A single further byte is too much, and none of the image is stored.
      expect((await upload(client, gif())).status).to.equal(422)
      expect(await Upload.countDocuments({ projectId: project.id })).to.equal(4)
    })

    it('counts the same image once, and accepts it again at the limit', async () => {
      const files = [imageOf(1, MB / 2), imageOf(2, MB / 2)]
      const answers = await Promise.all([...files, ...files, ...files].map((file) => upload(client, file)))
      for (const { status } of answers) expect(status).to.equal(201)
      expect(new Set(answers.map(({ body }) => body.url)).size).to.equal(2)
      expect(await usedBytes()).to.equal(MB)
    })

    it('counts an image as it is stored, without its removed parts', async () => {
      expect((await upload(client, bytes(gif(), Buffer.alloc(2 * MB)))).status).to.equal(201)
      expect(await usedBytes()).to.equal(gif().length)
    })

    it('counts files that wait for their import, and files of exports, until they are gone', async () => {
      const csv = `email,text\n${`bad,${'x'.repeat(1_000)}\n`.repeat(530)}`
      const importOf = () => client.post('/contacts/import', fileForm(csv))
      const { jobId } = (await importOf()).body
      expect(await usedBytes()).to.equal(csv.length)
      const details = { quota: 'uploads', limit: MB, used: csv.length }
      for (const refused of [await importOf(), await upload(client, imageOf(1, MB / 2))])
        expect(refused).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED', details })
      expect(await ImportChunk.distinct('jobId', { projectId: project.id })).to.deep.equal([jobId])
      await finishJob({ projectId: project.id, jobId }, importSlice)
      expect(await usedBytes()).to.equal(0)

      const all = { kind: 'contacts', format: 'csv' }
      const small = (await client.post('/exports', all)).body
      await finishJob({ projectId: project.id, jobId: small.jobId }, exportSlice)
      const size = await usedBytes()
      expect(size).to.equal((await client.get(`/exports/${small.jobId}`)).body.bytes)
      const { body: large } = await client.post('/exports', all)
      await upload(client, imageOf(1, MB - size))
      await finishJob({ projectId: project.id, jobId: large.jobId }, exportSlice)
      expect((await client.get(`/exports/${large.jobId}`)).body).to.include({ status: 'FAILED', bytes: 0 })
      expect((await client.post('/exports', all)).code).to.equal('QUOTA_EXCEEDED')
      await client.delete(`/exports/${small.jobId}`)
      expect(await usedBytes()).to.equal(MB - size)
    })

    it('refuses a file for an import that is larger while it arrives, and keeps nothing of it', async () => {
      const file = fileForm(`email\n${'a@example.com\n'.repeat(MB)}`)
      const details = { quota: 'uploads', limit: MB, used: 0 }
      expect(await client.post('/contacts/import', file)).to.deep.include({ status: 422, details })
      expect(await ImportChunk.countDocuments({ projectId: project.id })).to.equal(0)
    })

    it('has room again after a deletion, and is not used up by other projects', async () => {
      await upload(gateway.as((await createProject()).secretKey), imageOf(1, MB))
      const { body } = await upload(client, imageOf(1, MB))
      expect((await upload(client, gif())).status).to.equal(422)
      await client.delete(`/uploads/${body.id}`)
      expect(await usedBytes()).to.equal(0)
      expect((await upload(client, imageOf(2, MB))).status).to.equal(201)
    })
  })
})
