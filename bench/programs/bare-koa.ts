/**
 * The least that a server of this kind can do: Koa with the official driver, which finds a project by its key, upserts
 * a contact and inserts an email, acknowledged by a majority. Other rates of the same run are also given as shares of
 * its rate, so that machines can be compared. Its argument is the URI of the stack's MongoDB.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Koa from 'koa'
import mongoose from 'mongoose'
import { newId } from '../../runtime/ids.js'
import { reportReady } from './run-program.js'

const DATABASE = 'bare_koa'
/** The key that requests carry. */
const KEY = 'bare'

interface Project {
  _id: string
  keyHash: string
}

interface Contact {
  _id: string
  projectId: string
  email: string
}

interface Email extends Contact {
  contactId: string
  subject: string
  body: string
  createdAt: Date
}

const client = new mongoose.mongo.MongoClient(process.argv[2] ?? '', { w: 'majority', maxPoolSize: 50 })
const database = client.db(DATABASE)
const [projects, contacts, emails] = [
  database.collection<Project>('projects'),
  database.collection<Contact>('contacts'),
  database.collection<Email>('emails'),
]
await projects.createIndex({ keyHash: 1 }, { unique: true })
await contacts.createIndex({ projectId: 1, email: 1 }, { unique: true })
await projects.updateOne({ keyHash: hash(KEY) }, { $setOnInsert: { _id: newId() } }, { upsert: true })

const app = new Koa()
app.use(async (context) => {
  const { to, subject, body } = JSON.parse(await text(context.req)) as { to: string; subject: string; body: string }
  const project = await projects.findOne({ keyHash: hash(context.get('authorization').slice('Bearer '.length)) })
  if (!project) throw new Error('No project has this key')
  const projectId = project._id
  const contact = await contacts.findOneAndUpdate(
    { projectId, email: to },
    { $setOnInsert: { _id: newId() } },
    { upsert: true, returnDocument: 'after' },
  )
  const contactId = contact?._id ?? ''
  const _id = newId()
  await emails.insertOne({ _id, projectId, contactId, email: to, subject, body, createdAt: new Date() })
  context.body = { success: true, data: { email: _id } }
})
const server = createServer(app.callback())
server.listen(0, '127.0.0.1', () => reportReady({ port: (server.address() as AddressInfo).port }))

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
