import { expect } from 'chai'
import { authenticateKey } from '../../../../commands/tenancy/projects/authenticate-key.js'
import { replaceKeys } from '../../../../commands/tenancy/projects/replace-keys.js'
import { AppError } from '../../../../models/domain/errors.js'
import { Project } from '../../../../models/project.js'
import { unseal } from '../../../../runtime/sealed.js'
import { ENCRYPTION_KEYS } from '../../../support/config.js'
import { useDatabase } from '../../../support/database.js'
import { createProject } from '../../../support/factories.js'

describe('replacing the keys of a project', () => {
  useDatabase()

  it('is refused to a holder of older keys, and leaves the new ones valid', async () => {
    const { id } = await createProject()
    const seen = await Project.findById(id).orFail().lean()
    const replaced = await replaceKeys(seen, ENCRYPTION_KEYS)
    const late = await replaceKeys(seen, ENCRYPTION_KEYS).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(AppError).with.property('code', 'CONFLICT')
    const holder = await authenticateKey(unseal(replaced.secretKeySealed, ENCRYPTION_KEYS))
    expect(holder?.project).to.deep.equal(replaced)
  })
})
