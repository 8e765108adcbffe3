import { expect } from 'chai'
import { completeStep } from '../../../commands/automation/executions/complete-step.js'
import { createContact, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { expectConfigsKept, expectConfigsRefused, openWorkflow } from '../../support/workflows.js'
import { makeStep } from '../../support/graphs.js'
import { beginExecution, currentRef } from '../../support/walks.js'

describe('the config of a WEBHOOK step', () => {
  const { project, client } = useProject()

  const open = () => openWorkflow(client, { projectId: project.id })

  const accepted: object[] = [
    {},
    { url: 'https://example.com/hook' },
    { url: 'http://93.184.216.34:8080/a?b=c' },
    { url: 'https://{{ data.host }}/{{ email | url_encode }}' },
    { url: '{{ data.hook }}' },
    { url: 'https://example.com', method: 'PATCH', timeoutSeconds: 30, maxAttempts: 10 },
    { headers: { Authorization: 'Bearer {{ data.token }}', 'x-$.a': '' } },
    { body: { name: '{{ name }}', 'a.b': [1, null, true, { $c: '{{ event.id }}' }] } },
    { method: 'GET', timeoutSeconds: 1, maxAttempts: 1 },
    { method: 'DELETE', body: 'gone' },
    { body: '' },
    { body: ['{{ email }}'] },
    { headers: {} },
    { headers: { 'Content-Type': 'text/xml', 'User-Agent': 'Acme' } },
  ]
  it('is stored exactly as it was sent, even if it is incomplete', async () => {
    const configs = accepted.map((config) => ['WEBHOOK', { ...config, other: 1 }, config] as const)
    await expectConfigsKept(await open(), configs)
  })

  const header = (name: string, value: unknown = 'a') => ({ headers: { [name]: value } })
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)])
  const refused: [config: object, field: string, code: string][] = [
    [{ url: 5 }, 'url', 'invalid_type'],
    [{ url: '' }, 'url', 'too_small'],
    [{ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url', 'too_big'],
    [{ url: 'example.com' }, 'url', 'invalid_string'],
    [{ url: 'https://example.com/{{ broken' }, 'url', 'liquid_syntax'],
    [{ method: 'HEAD' }, 'method', 'invalid_enum_value'],
    [{ method: 'post' }, 'method', 'invalid_enum_value'],
    [{ headers: [] }, 'headers', 'invalid_type'],
    [header('X Y'), 'headers.X Y', 'invalid_string'],
    [header('Host'), 'headers.Host', 'invalid_string'],
    [header('X-A', 5), 'headers.X-A', 'invalid_type'],
    [header('X-A', 'a\r\nX-B: b'), 'headers.X-A', 'invalid_string'],
    [header('X-A', '{% if %}'), 'headers.X-A', 'liquid_syntax'],
    [header('X-A', 'x'.repeat(2_001)), 'headers.X-A', 'too_big'],
    [{ headers: { 'X-A': 'a', 'x-a': 'b' } }, 'headers', 'custom'],
    [{ headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`X-${n}`, 'a'])) }, 'headers', 'too_big'],
    [{ body: 5 }, 'body', 'invalid_type'],
    [{ body: '{{ broken' }, 'body', 'liquid_syntax'],
    [{ body: { a: [{ 'b.c': '{{ broken' }] } }, 'body.a.0.b.c', 'liquid_syntax'],
    [{ body: { 'nul\0': 1 } }, 'body.nul\0', 'invalid_string'],
    [{ body: deep(21) }, 'body', 'too_big'],
    [{ method: 'GET', body: 'x' }, 'body', 'custom'],
    [{ timeoutSeconds: 0 }, 'timeoutSeconds', 'too_small'],
    [{ timeoutSeconds: 31 }, 'timeoutSeconds', 'too_big'],
    [{ timeoutSeconds: '10' }, 'timeoutSeconds', 'invalid_type'],
    [{ maxAttempts: 0 }, 'maxAttempts', 'too_small'],
    [{ maxAttempts: 11 }, 'maxAttempts', 'too_big'],
    [{ maxAttempts: 1.5 }, 'maxAttempts', 'invalid_type'],
  ]
  it('is refused by field when it cannot be carried out', async () => {
    const configs = refused.map(([config, field, code]) => ['WEBHOOK', config, `config.${field} ${code}`] as const)
    await expectConfigsRefused(await open(), configs)
  })

  it('reports the place of a fault in a template, and all faults at once', async () => {
    const { addStep } = await open()
    const faulty = { url: 'nowhere', headers: { Host: 'a' }, body: 'x\n  {{ broken', maxAttempts: 0, method: 'GET' }
    const res = await addStep({ type: 'WEBHOOK', name: 'CRM', config: faulty })
    const errors = res.body.error.errors as { field: string; line?: number; column?: number }[]
    const fields = ['url', 'headers.Host', 'body', 'body', 'maxAttempts'].map((field) => `config.${field}`)
    expect(errors.map(({ field }) => field)).to.have.members(fields)
    expect(errors.find(({ line }) => line !== undefined)).to.include({ field: 'config.body', line: 2, column: 3 })
  })

  it('has the branches success and failure', async () => {
    const hook = makeStep('WEBHOOK')
    const ends = [makeStep('EXIT'), makeStep('EXIT'), makeStep('EXIT')]
    const workflow = await createWorkflow({ projectId: project.id, steps: [hook, ...ends], transitions: [] })
    const link = (branch: string | null, index: number) =>
      client.post(`/workflows/${workflow._id}/transitions`, { fromStepId: hook.id, toStepId: ends[index]?.id, branch })
    const statuses = [await link('success', 0), await link('failure', 1), await link(null, 2), await link('timeout', 2)]
    expect(statuses.map(({ status }) => status)).to.deep.equal([201, 201, 201, 400])
  })

  it('has an output that is shown with the execution, with the keys of the response', async () => {
    const workflow = await createWorkflow({ projectId: project.id, steps: [makeStep('WEBHOOK')] })
    const contact = await createContact({ projectId: project.id })
    const execution = await beginExecution(workflow, contact._id)
    const response = { 'a.b': [{ $set: 1 }], '': 'empty', '100%2E': true }
    const output = { url: 'https://example.com', method: 'POST', statusCode: 200, success: true, response, attempts: 2 }
    const outcome = { status: 'COMPLETED', branch: 'success', output, error: null } as const
    await completeStep(currentRef(execution), outcome, { attempt: 2 })

    const path = `/workflows/${workflow._id}/executions/${execution._id}`
    const { body } = await client.get(path)
    expect(body.stepExecutions[0]).to.deep.include({ status: 'COMPLETED', output, error: null, attempts: 2 })
  })
})
