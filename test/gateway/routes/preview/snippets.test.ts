import { expect } from 'chai'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import {
  buttonHtml,
  conditionSnippet,
  imageHtml,
  SNIPPETS,
} from '../../../../dashboard/shared/content-editor/snippets.js'
import { useProject } from '../../../support/project.js'

// Every marketing message without a link of its own to leave has this remark.
const REMARK = 'footer_added'

describe('what the dashboard puts into a message', () => {
  const { project, client } = useProject()

  const find = async (body: string): Promise<{ code: string; suggestion: string | null }[]> => {
    const res = await client.post('/preview', { subject: 'Hi', body, type: 'MARKETING' })
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body.findings
  }

  it('has no finding of its own', async () => {
    await registerFields(project.id, { Plan: 'pro' })
    const condition = conditionSnippet([{ label: 'email' }, { label: 'subscribed' }, { label: 'Plan' }])
    expect(condition).to.include('{% if Plan %}')
    const pieces = [
      ...SNIPPETS.map(({ text }) => text),
      buttonHtml('To the "sale"', 'https://acme.test/?a=1&b="2"'),
      imageHtml('https://example.com/a.png', 'A bowl of soup'),
      condition,
      conditionSnippet([{ label: 'email' }]),
    ]
    for (const piece of pieces) {
      const codes = (await find(piece)).map(({ code }) => code).filter((code) => code !== REMARK)
      expect(codes, piece).to.deep.equal([])
    }
  })

  it('is judged by the fields of the project, whose spelling a finding suggests', async () => {
    await registerFields(project.id, { 'First Name': 'Ada' })
    const [unknown] = await find('<p>{% if first_name %}Hi{% endif %}</p>')
    expect(unknown).to.include({ code: 'unknown_variable', variable: 'first_name' })
    expect(unknown?.suggestion).to.match(/^Did you mean First Name\?/)
  })
})
