import { expect } from 'chai'
import { createContact } from '../../support/factories.js'
import { createImporter } from '../../support/import-file.js'
import { useProject } from '../../support/project.js'

describe('POST /contacts/search by an import', () => {
  const { project, client } = useProject()

  const addressesOf = async (importId: string): Promise<string[]> => {
    const { data } = (await client.post('/contacts/search', { importId })).body
    return data.map(({ email }: { email: string }) => email).sort()
  }

  it('finds the contacts of its file, new or not, also after they were changed, until a later import has them', async () => {
    const { runImport } = createImporter({ client, project })
    const { _id: known } = await createContact({ projectId: project.id, email: 'known@example.com' })
    await createContact({ projectId: project.id, email: 'other@example.com' })
    const first = await runImport('email\nada@example.com\nknown@example.com\n')
    await client.patch(`/contacts/${known}`, { data: { plan: 'pro' } })
    await client.patch(`/contacts/${(await client.get('/contacts?search=other')).body.data[0].id}`, { data: { x: 1 } })
    expect(await addressesOf(first.id)).to.deep.equal(['ada@example.com', 'known@example.com'])

    const checked = await runImport('email\nada@example.com\n', '?dryRun=true')
    expect(await addressesOf(checked.id)).to.deep.equal([])
    const second = await runImport('email\nada@example.com\n')
    expect(await addressesOf(second.id)).to.deep.equal(['ada@example.com'])
    expect(await addressesOf(first.id)).to.deep.equal(['known@example.com'])
  })
})
