import { createProject } from '../commands/projects/create-project.js'
import { User } from '../models/user.js'
import { readConfig } from '../runtime/config.js'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Makes a project, owned by the user with that address if one is named, and prints its keys.
const USAGE = 'Usage: posthorn create-project --name <name> [--owner <address of a user>] [--json]'
const OPTIONS = {
  name: { type: 'string' },
  owner: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

await carryOut(async () => {
  const { name: given, owner, json: isJson } = argumentsOf(USAGE, OPTIONS).values
  const name = given?.trim()
  if (!name) throw new CommandError(USAGE)
  const config = readConfig()
  await inDatabase(config, async () => {
    const ownerId = owner === undefined ? {} : { ownerId: await findUser(owner) }
    const { id, publicKey, secretKey } = await createProject({
      name,
      encryptionKeys: config.ENCRYPTION_KEY,
      ...ownerId,
    })
    if (isJson) say(JSON.stringify({ id, public: publicKey, secret: secretKey }))
    else say(`Project      ${name}\nId           ${id}\nPublic key   ${publicKey}\nSecret key   ${secretKey}`)
  })
})

async function findUser(email: string): Promise<string> {
  const user = await User.findOne({ email: email.trim().toLowerCase() }, { _id: 1 }).lean()
  if (!user) throw new CommandError(`There is no user with the address ${email}.`)
  return user._id
}
