import { expect } from 'chai'
import { switchProjectCommand } from '../../cli/switch-project.js'
import { openStep } from '../../commands/automation/executions/open-step.js'
import { Project } from '../../models/project.js'
import { newId } from '../../runtime/ids.js'
import { enterStep } from '../activities/execution/entered-step.js'
import { fakeProvider } from '../activities/campaign/campaign-walk.js'
import { deliverOne, deliveryDeps } from '../support/delivery-deps.js'
import { createEmail } from '../support/factories.js'
import { makeStep } from '../support/graphs.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'
import { useProject } from '../support/project.js'
import { runPosthorn } from '../support/run-program.js'

describe('posthorn switch-project', () => {
  // A gateway that served the project before, whose keys it knows.
  const { client, project } = useProject()
  const run = (...args: string[]) => commandHere(switchProjectCommand, ['switch-project', ...args])
  /** What it answers in a process of its own, whose changes the gateway here has to hear of. */
  const answerOf = async (...args: string[]): Promise<unknown> => {
    const { status, said } = await runPosthorn(['switch-project', ...args, '--json'])
    expect(status, said).to.equal(0)
    return JSON.parse(said)
  }
  const mail = { to: 'ada@example.com', from: 'news@example.com', subject: 'News', body: '<p>News</p>' }
  const sendStatus = async () => (await client.post('/v1/send', mail)).status

  it('stop a project at once on every process, and let it work again', async () => {
    const { id } = project
    const entered = await enterStep(makeStep('DELAY', { config: { amount: 1, unit: 'days' } }), { projectId: id })
    const email = await createEmail({ projectId: id })
    const provider = fakeProvider()
    expect(await sendStatus()).to.equal(200)

    const disabled = { id, disabled: true, disabledReason: 'MANUAL' }
    expect(await answerOf('disable', '--id', id)).to.deep.equal({ ...disabled, changed: true })

    const refused = await client.post('/v1/send', mail)
    expect([refused.status, refused.code, refused.details]).to.deep.equal([
      403,
      'PROJECT_DISABLED',
      { reason: 'MANUAL' },
    ])
    expect((await client.get('/contacts')).status).to.equal(200)
    expect(await deliverOne(deliveryDeps(provider), id, email._id)).to.include({
      status: 'SKIPPED',
      reason: 'project_disabled',
    })
    expect(provider.taken).to.deep.equal([])
    expect(await openStep(entered.ref)).to.include({ kind: 'END', status: 'CANCELLED' })
    expect(await entered.read()).to.include({ status: 'CANCELLED', exitReason: 'Project disabled' })

    const enabled = { id, disabled: false, disabledReason: null }
    expect(await answerOf('enable', '--id', id)).to.deep.equal({ ...enabled, changed: true })
    expect(await sendStatus()).to.equal(200)
  })

  it('say that a project is in that state already, and change nothing', async () => {
    const { id, name } = project
    expect((await run('enable', '--id', id)).said).to.equal(`The project ${name} (${id}) was already enabled.\n`)
    await run('disable', '--id', id, '--reason', 'PAYMENT_FAILED')
    const before = await Project.findById(id).lean()
    const { status, said } = await run('disable', '--id', id, '--reason', 'PAYMENT_FAILED')
    expect([status, said]).to.deep.equal([0, `The project ${name} (${id}) was already disabled (PAYMENT_FAILED).\n`])
    expect(await Project.findById(id).lean()).to.deep.equal(before)
  })

  it('take over a project that was disabled for another reason', async () => {
    const { id } = project
    await Project.updateOne({ _id: id }, { disabled: true, disabledReason: 'EMAIL_REPUTATION' })
    expect(await answerOf('disable', '--id', id)).to.include({ disabledReason: 'MANUAL', changed: true })
  })

  it('end with status 1 for an unknown project, and refuse arguments that they do not understand', async () => {
    const unknown = newId()
    for (const direction of ['disable', 'enable']) {
      const { status, said } = await run(direction, '--id', unknown)
      expect(status, said).to.equal(1)
      expect(said).to.match(/^[^\n]*not found[^\n]*\n$/i)
    }
    for (const wrong of [['disable'], ['disable', '--id', unknown, '--reason', 'BOREDOM'], ['--id', unknown]]) {
      expect(await refusalOf(switchProjectCommand, ...wrong)).to.match(/--id|--reason|missing/)
    }
  })
})
