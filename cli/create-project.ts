import { createProject } from '../commands/tenancy/projects/create-project.js'
import { User } from '../models/user.js'
import { readConfig } from '../runtime/config.js'
import { CommandError, defineCommand, required } from './command.js'
import { inDatabase } from './in-database.js'

export const createProjectCommand = defineCommand({
  usage: '--name <name> [--owner <email of a user>]',
  about: `Creates a project and prints its keys. On the stack of npm start, the user of the stack is the owner unless you name
another one; elsewhere a project without --owner has no member.`,
  options: { name: { type: 'string' }, owner: { type: 'string' } },
  async run({ values }) {
    const name = required(values, 'name')
    const { owner } = values
    const config = readConfig()
    const { id, publicKey, secretKey } = await inDatabase(config, async () => {
      const ownerId = owner === undefined ? {} : { ownerId: await findUser(owner) }
      return createProject({ name, encryptionKeys: config.ENCRYPTION_KEY, ...ownerId })
    })
    return {
      lines: [`Project      ${name}`, `Id           ${id}`, `Public key   ${publicKey}`, `Secret key   ${secretKey}`],
      json: { id, public: publicKey, secret: secretKey },
    }
  },
})

async function findUser(email: string): Promise<string> {
  const user = await User.findOne({ email: email.trim().toLowerCase() }, { _id: 1 }).lean()
  if (!user) throw new CommandError(`There is no user with the email address ${email}.`)
  return user._id
}
