import { call } from '../../bench/calls.js'
import { codeBlocks, readDocument, section } from '../docs/documents.js'
import { expectThat } from './expect-that.js'
import type { FirstStart } from './first-start.js'
import type { Installation } from './installation.js'

const PASSWORD = 'a phrase of several words'

/** The commands of an upgrade, as its document writes them, but for the image: its sources are elsewhere. */
export async function upgrade(at: Installation, { secret }: FirstStart): Promise<string> {
  const [commands = ''] = codeBlocks(section(readDocument('docs/operating/upgrade.md'), 'Upgrading'), 'sh')
  const written = commands.split('\n').filter((line) => line !== '' && line !== 'docker compose build')
  expectThat(written.length === 4, `the document has other commands: ${commands}`)
  await at.shell(written.join('\n'))
  await at.untilUp()
  const { total } = await call<{ total: number }>('GET', `${at.gateway}/contacts?limit=1`, secret)
  return `${written.length} commands end with status 0; ${total} contacts are there`
}

/** The commands for users, as their document writes them: each password that they set signs in. */
export async function accounts(at: Installation): Promise<string> {
  const [commands = ''] = codeBlocks(section(readDocument('docs/operating/accounts.md'), 'Users'), 'sh')
  // The alias of the document, which passes the password as the document says.
  const posthorn = 'posthorn() { docker compose run --rm --env USER_PASSWORD tools "$@"; }'
  await at.shell(`${posthorn}\n${commands.split('\n')[0]}`)
  await signsIn(at, PASSWORD)
  const said = await at.shell(`${posthorn}\n${commands.split('\n').slice(1).join('\n')}`)
  const [, made = ''] = /[Pp]assword:? +(\S+)/.exec(said) ?? []
  await signsIn(at, made)
  return 'a user is made with a password that is given, and gets one that is made'
}

async function signsIn(at: Installation, password: string): Promise<void> {
  const answer = await fetch(`${at.gateway}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  })
  expectThat(answer.status === 200, `the sign-in is answered ${answer.status}`)
}
