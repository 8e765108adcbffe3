import { expect } from 'chai'
import { Contact } from '../../../models/contact.js'
import { writeCell } from '../../../models/domain/csv-cell.js'
import { Event } from '../../../models/event.js'
import { Job } from '../../../models/job.js'
import { createContact } from '../../support/factories.js'
import { createImporter } from '../../support/import-file.js'
import { useProject } from '../../support/project.js'

const query = (columns: unknown): string => `?columns=${encodeURIComponent(JSON.stringify(columns))}`

describe('the columns of an import', () => {
  const { project, client } = useProject()
  const { upload, importFile, contactOf } = createImporter({ client, project })

  it('have the meanings of the request, and otherwise those of their names', async () => {
    const rows = ['ada@example.com;Ada;7;cleaned;x;pro', 'bob@example.com;Bob;8;active;y;']
    const columns = { 'e-mail': 'email', Vorname: 'data.first.name', Punkte: 'data.score', Notes: null }
    const file = `E-mail;Vorname;Punkte;Status;Notes;plan\n${rows.join('\n')}\n`
    expect(await importFile(file, query({ ...columns, Status: 'subscribed' }))).to.include({ created: 2, failed: 0 })
    const ada = { subscribed: false, data: { 'first.name': 'Ada', score: 7, plan: 'pro' } }
    expect(await contactOf('ada@example.com')).to.deep.include(ada)
    const bob = { subscribed: true, data: { 'first.name': 'Bob', score: 8 } }
    expect(await contactOf('bob@example.com')).to.deep.include(bob)
  })

  it('have the names and the texts that another program wrote, with their quotation marks', async () => {
    const cells = ['"""quoted"""', '"""12"""', '"""a"" b"', '"[""x""]"']
    await importFile(`${['email', ...cells].join(',')}\nada@example.com,${cells.join(',')}\n`)
    const texts = ['"quoted"', '"12"', '"a" b', '["x"]']
    const data = Object.fromEntries(texts.map((text) => [text, text]))
    expect((await contactOf('ada@example.com')).data).to.deep.equal(data)
  })

  it('may use another column in place of email', async () => {
    await importFile('email,work\nold@example.com,new@example.com\n', query({ email: null, work: 'email' }))
    expect(await contactOf('new@example.com')).to.deep.include({ data: {} })
  })

  const UNKNOWN = { Vorname: 'data.a', Nachname: 'data.b' }
  const REFUSED: [string, string, unknown, string[]][] = [
    ['unknown columns', 'email,plan\n', UNKNOWN, ['columns.Vorname', 'columns.Nachname']],
    ['a column twice', 'email,plan\n', { plan: null, PLAN: 'data.p' }, ['columns.PLAN']],
    ['two columns of addresses', 'a,b\n', { a: 'email', b: 'email' }, ['columns']],
    ['a second column of addresses', 'email,b\n', { b: 'email' }, ['columns.b']],
    ['two columns of one field', 'email,plan,tarif\n', { tarif: 'data.plan' }, ['columns.tarif']],
    ['two columns of the subscription', 'email,subscribed,state\n', { state: 'subscribed' }, ['columns.state']],
    ['other meanings', 'email,plan,age\n', { plan: 'plan', age: 5 }, ['columns.plan', 'columns.age']],
    ['a list', 'email,plan\n', ['plan'], ['columns']],
    ['a text', 'email,plan\n', 'plan', ['columns']],
    ['columns of a file that has none', '{"email":"a@b.co"}\n', { plan: null }, ['columns.plan']],
  ]
  it('are refused with 422 for invalid meanings and JSON, and with 400 when no column has the address', async () => {
    for (const [what, csv, columns, fields] of REFUSED)
      expect(await upload(csv, query(columns)), what).to.deep.include({ status: 422, code: 'VALIDATION_ERROR', fields })
    expect(await upload('email\n', '?columns={')).to.deep.include({ status: 422, fields: ['columns'] })
    expect(await upload('email,b\n', query({ email: null }))).to.deep.include({ status: 400, fields: ['file'] })
    expect(await upload('x,b\n', query({ b: null }))).to.deep.include({ status: 400, fields: ['file'] })
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
  })
})

describe('a file of contacts that an export made', () => {
  const { project, client } = useProject()
  const { importFile, contactOf } = createImporter({ client, project })

  const DATA = {
    'a.b': '007',
    ' blank ': ' x ',
    '$"q",': 'line\nbreak "q"; =1',
    status: 'unsubscribed',
    formula: '=1+1',
    number: -0.5,
    numeric: '12',
    yes: true,
    word: 'true',
    date: '2026-03-02',
    list: [1, 'a', { 'x.y': null }],
    wrapper: { value: 1, persistent: false },
    nested: { $a: { 'b.c': 'Größe 😀' } },
  }
  const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
  const line = (...cells: unknown[]): string => `${cells.map((cell) => quote(writeCell(cell))).join(',')}\r\n`
  const keys = Object.keys(DATA)
  const FILES: [string, string][] = [
    [
      'CSV',
      line('email', 'subscribed', ...keys.map((key) => `data.${key}`)) +
        line('+ada@example.com', false, ...Object.values(DATA)) +
        line('bob@example.com', true, ...keys.map(() => undefined)),
    ],
    [
      'JSON lines',
      `${JSON.stringify({ email: '+ada@example.com', subscribed: false, data: DATA })}\n\n` +
        `${JSON.stringify({ email: 'bob@example.com', subscribed: true, data: {} })}\n`,
    ],
  ]
  for (const [format, file] of FILES) {
    it(`is imported unchanged: ${format}`, async () => {
      expect(await importFile(file)).to.include({ total: 2, created: 2, failed: 0 })
      expect(await contactOf('+ada@example.com')).to.deep.include({ subscribed: false, data: DATA })
      expect(await contactOf('bob@example.com')).to.deep.include({ subscribed: true, data: {} })
      const { fields } = (await client.get('/contacts/fields')).body
      const types = new Map(fields.map(({ field, type }: { field: string; type: string }) => [field, type]))
      const expected = { 'a.b': 'string', number: 'number', numeric: 'string', yes: 'boolean', date: 'date' }
      for (const [key, type] of Object.entries(expected)) expect(types.get(`data.${key}`), key).to.equal(type)

      expect(await importFile(file)).to.include({ total: 2, updated: 2, subscribed: 0, unsubscribed: 0 })
      expect(await Event.countDocuments({ projectId: project.id })).to.equal(0)
    })
  }

  it('uses the whole rest of a column name as the field, and skips empty cells', async () => {
    await createContact({ projectId: project.id, email: 'ada@example.com', data: { plan: 'pro' } })
    await importFile('email,data.plan,data.data.x,data.tags\nada@example.com,,0,"[""a""]"\n')
    const data = { plan: 'pro', 'data.x': 0, tags: ['a'] }
    expect(await contactOf('ada@example.com')).to.deep.include({ data })
    await importFile('email,data.tags\nada@example.com,"[""b""]"\n', query({ 'data.tags': 'data.old tags' }))
    expect(await contactOf('ada@example.com')).to.deep.include({ data: { ...data, 'old tags': ['b'] } })
  })

  it('reports faulty lines by their numbers', async () => {
    const bad = [
      '{"email":"a@b.co"',
      '["a@b.co"]',
      '{"subscribed":true}',
      '{"email":"nonsense"}',
      '{"email":"c@b.co","subscribed":"yes"}',
      '{"email":"d@b.co","data":[1]}',
      '{"email":"e@b.co","data":{"n":90071992547409930}}',
      String.raw`{"email":"f@b.co","data":{"n":["\u0000"]}}`,
    ]
    const result = await importFile(`\uFEFF{"email":"ok@b.co","plan":"ignored"}\n${bad.join('\n')}`)
    expect(result).to.include({ total: 9, created: 1, failed: 8 })
    const named = result.errors.map(({ row, email }: { row: number; email: string }) => `${row} ${email}`)
    const emails = ['', '', '', 'nonsense', 'c@b.co', 'd@b.co', 'e@b.co', 'f@b.co']
    expect(named).to.deep.equal(emails.map((email, index) => `${index + 2} ${email}`))
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
  })
})
