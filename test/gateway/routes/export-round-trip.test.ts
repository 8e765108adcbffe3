import { expect } from 'chai'
import * as fc from 'fast-check'
import { exportSlice } from '../../../commands/lifecycle/exports/export-slice.js'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { createContact, createProject } from '../../support/factories.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { fileForm } from '../../support/file-form.js'
import { useGateway } from '../../support/gateway.js'
import { finishJob } from '../../support/jobs.js'

const HARD = ['=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', '\\', ' ', '\u00A0', '1', '0', '.', 'null', 'ä']
const text = fc
  .array(fc.constantFrom(...HARD, 'true', '{', '[', '😀'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const plain = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant('2020-01-01'))
const value = fc.oneof(plain, fc.array(text), fc.dictionary(text, text))
const KEYS = [
  'plan',
  'a.b',
  ' padded ',
  'two words',
  'data.x',
  '"quoted"',
  'comma, key',
  '=formula',
  '$set',
  'a;=b',
  'c|@d',
]

describe('the files of an export', () => {
  const gateway = useGateway()

  async function exportedBy(project: { id: string; secretKey: string }, body: object): Promise<string> {
    const client = gateway.as(project.secretKey)
    const { jobId } = (await client.post('/exports', body)).body
    await finishJob({ projectId: project.id, jobId }, exportSlice)
    const url = `${gateway.origin}/exports/${jobId}/file`
    const file = await fetch(url, { headers: { authorization: `Bearer ${project.secretKey}` } })
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
  }

  async function importInto(project: { id: string; secretKey: string }, file: string, name: string): Promise<unknown> {
    const { body } = await gateway.as(project.secretKey).post('/contacts/import', fileForm(file, name))
    await finishJob({ projectId: project.id, jobId: body.jobId }, importSlice)
    return (await gateway.as(project.secretKey).get(`/contacts/import/${body.jobId}`)).body.result
  }

  it('create the same contacts in another project, whose files are the same byte for byte', async () => {
    const [from, ...others] = [
      await createProject(),
      await createProject(),
      await createProject(),
      await createProject(),
    ]
    const data = fc.dictionary(fc.constantFrom(...KEYS, 'status', ''), value)
    for (const [number, fields] of fc.sample(data, { seed: 1, numRuns: 150 }).entries()) {
      const own = { email: `${number}@example.com`, subscribed: number % 3 > 0, data: fields }
      await createContact({ projectId: from.id, ...own })
    }
    await dispatchAll(from.id)
    const filesOf = async (project: typeof from) => [
      await exportedBy(project, { kind: 'contacts', format: 'csv' }),
      await exportedBy(project, { kind: 'contacts', format: 'ndjson' }),
      await exportedBy(project, { kind: 'contacts', format: 'csv', bom: true }),
    ]
    const files = await filesOf(from)
    expect(files[2]).to.equal(`\uFEFF${files[0]}`)
    for (const [index, project] of others.entries()) {
      const result = await importInto(project, files[index] ?? '', index === 1 ? 'contacts.ndjson' : 'contacts.csv')
      expect(result).to.deep.include({ total: 150, created: 150, failed: 0 })
      expect(await filesOf(project)).to.deep.equal(files)
    }
  })
})
