/**
 * Tries docker-compose.yml as a self-hoster would: the first start, the README's tour, an execution in Temporal's UI,
 * the doctor, a second start, the commands that are documented for an upgrade and for accounts, `down` and `up`, a
 * backup restored, each container crashed under load with two gateways and three workers, the proxy, Prometheus, memory
 * at rest, and a stop. It needs a Docker engine and root, and prints a table at its end.
 *
 *   npm run test:compose                  with the images of their registries
 *   npm run test:compose -- --stand-ins   makes images under the same names where no registry of images can be reached
 *   npm run test:compose -- --no-build    with the image posthorn:latest that is there
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ROOT } from '../docs/documents.js'
import { Installation } from './installation.js'
import { Steps } from './steps.js'
import { crashesUnderLoad } from './crashes.js'
import { accounts, upgrade } from './documented.js'
import { buildImage, firstStart, secondStart, type FirstStart } from './first-start.js'
import { backupAndRestore, downAndUp } from './lasting.js'
import { observed, proxied } from './surroundings.js'
import { cleanStop, confinement, doctor, inTheUi, memoryAtRest, tour } from './use.js'

const { values } = parseArgs({
  options: { 'stand-ins': { type: 'boolean', default: false }, 'no-build': { type: 'boolean', default: false } },
})
if (values['stand-ins']) execFileSync(`${ROOT}test/compose/stand-ins/make.sh`, { stdio: 'inherit' })

const steps = new Steps()
const at = await Installation.create()
let keys: FirstStart = { email: '', password: '', publicKey: '', secret: '' }
try {
  if (!values['no-build']) await steps.step('the image', () => buildImage())
  await steps.step('the first start', async () => {
    keys = await firstStart(at)
    return `everything is healthy, ${keys.email} and a project are made`
  })
  await steps.step('users, file systems, ports', () => confinement(at))
  await steps.step("the README's tour", () => tour(at, keys))
  await steps.step("an execution in Temporal's UI", () => inTheUi(at))
  await steps.step('the doctor', () => doctor(at))
  await steps.step('a second start', () => secondStart(at))
  await steps.step('an upgrade', () => upgrade(at, keys))
  await steps.step('accounts', () => accounts(at))
  await steps.step('down and up', () => downAndUp(at, keys))
  await steps.step('a backup restored', () => backupAndRestore(at, keys))
  await steps.step('crashes under load, 2 gateways, 3 workers', () => crashesUnderLoad(at, keys))
  await steps.step('the proxy', () => proxied(at))
  await steps.step('Prometheus', () => observed(at))
  await steps.step('memory at rest', () => memoryAtRest(at))
  await steps.step('a stop', () => cleanStop(at))
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const logs = await at.compose('logs', '--tail', '10').catch(String)
  process.stderr.write(logs.replaceAll(/^(.{400}).*$/gm, '$1…'))
} finally {
  await at.remove()
  process.stdout.write(`\n${steps.table()}\n`)
}
