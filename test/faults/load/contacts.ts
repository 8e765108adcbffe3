import { ask, isAcknowledged } from '../client.js'
import { newId } from '../../../runtime/ids.js'
import { anywhere, verdictOf, type Scene } from './scene.js'

const CONTACTS = 60
const ROWS = 300

/** Writes a value into a contact that no other request writes to at the time. */
export async function writeContact(scene: Scene, busy: Set<string>): Promise<void> {
  const { random, ledger } = scene
  const email = `written${random.int(1, CONTACTS)}@example.com`
  if (busy.has(email)) return
  busy.add(email)
  const value = ledger.number()
  const asked = ledger.contacts.get(email) ?? { acknowledged: null, open: [] }
  ledger.contacts.set(email, asked)
  const body = { email, data: { written: value }, ...(random.chance(0.3) ? { subscribed: random.chance(0.5) } : {}) }
  const answer = await ask({ method: 'POST', url: anywhere(scene, '/contacts'), key: scene.mixed.secretKey, body })
  if (isAcknowledged(ledger.note('contact', answer))) asked.acknowledged = value
  else asked.open.push(value)
  busy.delete(email)
}

/** Uploads a file of contacts that do not exist. */
export async function importFile(scene: Scene): Promise<void> {
  const { ledger } = scene
  const prefix = `imported-${newId()}-`
  const rows = Array.from({ length: ROWS }, (_, n) => `${prefix}${n}@example.com,${n}`)
  const form = new FormData()
  form.append('file', new Blob([['email,row', ...rows].join('\n')], { type: 'text/csv' }), 'contacts.csv')
  const url = anywhere(scene, '/contacts/import')
  const answer = ledger.note('import', await ask({ method: 'POST', url, key: scene.mixed.secretKey, form }))
  const jobId = isAcknowledged(answer) ? (answer.body as { jobId: string }).jobId : null
  ledger.imports.push({ verdict: verdictOf(answer), jobId, rows: ROWS, prefix })
}
