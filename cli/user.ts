import { createUser } from '../commands/users/create-user.js'
import { setPassword } from '../commands/users/set-password.js'
import { normaliseAddress } from '../models/domain/addresses.js'
import { isCommonPassword } from '../models/domain/common-passwords.js'
import type { UserRecord } from '../models/user.js'
import { readConfig, readMongodbConfig } from '../runtime/config.js'
import { randomBytes } from 'node:crypto'
import { argumentsOf, carryOut, CommandError, inDatabase, say } from './command.js'

// Makes a user whose address counts as confirmed, or gives one a new password, with which every other way in ends.
const USAGE = `Usage: posthorn user create --email <address> [--json]
       posthorn user set-password --email <address> [--json]
The password is read from USER_PASSWORD; without it, a new one is made and printed.`
const LENGTHS = { least: 8, most: 128 }

await carryOut(async () => {
  const { action, email, isJson } = readArguments()
  const given = process.env['USER_PASSWORD']
  const password = given ?? randomBytes(12).toString('base64url')
  refuseWeak(password)

  const { _id: id } = await (action === 'create' ? create(email, password) : replacePassword(email, password))
  const shown = given === undefined ? { password } : {}
  if (isJson) say(JSON.stringify({ id, email, ...shown }))
  else
    say(
      [`User         ${email}`, `Id           ${id}`, ...(shown.password ? [`Password     ${password}`] : [])].join(
        '\n',
      ),
    )
})

function create(email: string, password: string): Promise<UserRecord> {
  return inDatabase(readMongodbConfig(), () => createUser({ email, password, isVerified: true }))
}

function replacePassword(email: string, password: string): Promise<UserRecord> {
  const config = readConfig()
  return inDatabase(config, () => setPassword({ email, password }, config.ENCRYPTION_KEY))
}

function refuseWeak(password: string): void {
  if (password.length < LENGTHS.least || password.length > LENGTHS.most) {
    throw new CommandError(`USER_PASSWORD must have from ${LENGTHS.least} to ${LENGTHS.most} characters.`)
  }
  if (isCommonPassword(password)) throw new CommandError('USER_PASSWORD is too easy to guess.')
}

function readArguments(): { action: 'create' | 'set-password'; email: string; isJson: boolean } {
  const options = { email: { type: 'string' }, json: { type: 'boolean', default: false } } as const
  const { values, positionals } = argumentsOf(USAGE, options, 1)
  const [action] = positionals
  const email = normaliseAddress(values.email ?? '')
  if ((action !== 'create' && action !== 'set-password') || !email.includes('@')) throw new CommandError(USAGE)
  return { action, email, isJson: values.json }
}
