import { expect } from 'chai'
import { deleteProjectCommand } from '../../cli/delete-project.js'
import { disableProject } from '../../commands/lifecycle/projects/switch-project.js'
import { DeletedProject } from '../../models/deleted-project.js'
import { Job, Outbox } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { commandHere, refusalOf } from '../support/posthorn-here.js'
import { useProject } from '../support/project.js'
import { runPosthorn } from '../support/run-program.js'

describe('posthorn delete-project', () => {
  const { client, project } = useProject()
  const run = (...args: string[]) => commandHere(deleteProjectCommand, ['delete-project', ...args])

  it('deletes a project that its owner may not delete, by the same job', async () => {
    const { id } = project
    await disableProject(id, 'EMAIL_REPUTATION')
    // In a process of its own, whose change the gateway here has to hear of.
    const { status, said } = await runPosthorn(['delete-project', '--id', id, '--json'])
    expect(status, said).to.equal(0)
    const { jobId, ...rest } = JSON.parse(said) as { id: string; jobId: string }

    expect(rest).to.deep.equal({ id })
    expect((await client.get('/contacts')).status).to.equal(401)
    expect(await Job.findById(jobId).lean()).to.include({ projectId: id, kind: 'DELETE_PROJECT', status: 'PENDING' })
    expect(await Outbox.exists({ projectId: id, ids: jobId }), 'its start waits for the poller').to.not.equal(null)
    expect(await DeletedProject.findById(id).lean()).to.include({ disabledReason: 'EMAIL_REPUTATION' })
  })

  it('ends with status 1 for a project that is unknown or deleted, and refuses arguments that it does not understand', async () => {
    expect((await run('--id', project.id)).said).to.match(
      new RegExp(`^The project ${project.id} is being deleted \\(job [\\w-]+\\)\\.\\n$`),
    )
    for (const id of [newId(), project.id]) {
      const { status, said } = await run('--id', id)
      expect(status, said).to.equal(1)
      expect(said).to.match(/^[^\n]*not found[^\n]*\n$/i)
    }
    for (const wrong of [[], ['--id'], ['--id', project.id, '--force'], [project.id]]) {
      expect(await refusalOf(deleteProjectCommand, ...wrong)).to.match(/--id|--force|Unexpected argument/)
    }
    const platform = await run('--id', 'platform')
    expect([platform.status, platform.said]).to.deep.equal([
      1,
      'This project sends the emails of the installation and cannot be deleted\n',
    ])
  })
})
