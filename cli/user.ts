import { randomBytes } from 'node:crypto'
import { createUser } from '../commands/accounts/users/create-user.js'
import { setPassword } from '../commands/accounts/users/set-password.js'
import { normaliseAddress } from '../models/domain/addresses.js'
import { isCommonPassword } from '../models/domain/common-passwords.js'
import type { UserRecord } from '../models/user.js'
import { readConfig, readMongodbConfig } from '../runtime/config.js'
import { CommandError, defineCommand, required, UsageError } from './command.js'
import { inDatabase } from './in-database.js'

const LENGTHS = { least: 8, most: 128 }

const ACTIONS: Record<string, (email: string, password: string) => Promise<UserRecord>> = {
  create: (email, password) => inDatabase(readMongodbConfig(), () => createUser({ email, password, isVerified: true })),
  'set-password': (email, password) => {
    const config = readConfig()
    return inDatabase(config, () => setPassword({ email, password }, config.ENCRYPTION_KEY))
  },
}

export const userCommand = defineCommand({
  usage: ['create --email <address>', 'set-password --email <address>'],
  about: `Creates a user with a confirmed address, or sets a new password, which revokes all other access. The password is
read from USER_PASSWORD; without it, one is generated and printed.`,
  options: { email: { type: 'string' } },
  words: 1,
  async run({ values, words: [action = ''] }) {
    const work = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (!work) throw new UsageError(`Unknown action ${action}. Use create or set-password.`)
    const email = normaliseAddress(required(values, 'email'))
    if (!email.includes('@')) throw new UsageError(`${email} is not a valid email address.`)
    const given = process.env['USER_PASSWORD']
    const password = given ?? randomBytes(12).toString('base64url')
    refuseWeak(password)
    const { _id: id } = await work(email, password)
    const isMade = given === undefined
    return {
      lines: [`User         ${email}`, `Id           ${id}`, ...(isMade ? [`Password     ${password}`] : [])],
      json: { id, email, ...(isMade ? { password } : {}) },
    }
  },
})

function refuseWeak(password: string): void {
  if (password.length < LENGTHS.least || password.length > LENGTHS.most) {
    throw new CommandError(`USER_PASSWORD must have from ${LENGTHS.least} to ${LENGTHS.most} characters.`)
  }
  if (isCommonPassword(password)) throw new CommandError('USER_PASSWORD is too easy to guess.')
}
