import { expect } from 'chai'
import { webhookSecretOf } from '../../../../commands/tenancy/projects/webhook-secret.js'
import { AppError } from '../../../../models/domain/errors.js'
import { newId } from '../../../../runtime/ids.js'
import { Project } from '../../../../models/project.js'
import { unseal } from '../../../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'

describe('the secret that signs webhooks', () => {
  useDatabase()

  it('is the one that was made with the project', async () => {
    const { id } = await createProject()
    const { webhookSecretSealed } = await Project.findById(id).orFail().lean()
    const secret = await webhookSecretOf(id, ENCRYPTION_KEYS)
    expect(secret).to.match(/^whsec_[A-Za-z\d+/]{43}=$/)
    expect(secret).to.equal(unseal(webhookSecretSealed ?? '', ENCRYPTION_KEYS))
  })

  it('is absent for a project that does not exist', async () => {
    const error = await webhookSecretOf(newId(), ENCRYPTION_KEYS).catch((error: unknown) => error)
    expect(error instanceof AppError && error.code).to.equal('RESOURCE_NOT_FOUND')
  })
})
