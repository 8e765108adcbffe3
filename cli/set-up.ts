import { randomBytes } from 'node:crypto'
import { createProject } from '../commands/projects/create-project.js'
import { createUser } from '../commands/users/create-user.js'
import { Project } from '../models/project.js'
import { User } from '../models/user.js'
import { readConfig, type Config } from '../runtime/config.js'
import { carryOut, inDatabase, say } from './command.js'

// Makes the first user and a project of an installation, and prints where to log in and what the keys are. It changes
// nothing where there are users and projects.
const DEFAULT_EMAIL = 'admin@posthorn.localhost'
const PROJECT_NAME = 'My project'

await carryOut(async () => {
  const config = readConfig()
  const lines = await inDatabase(config, () => setUp(config))
  if (lines.length === 0) return say('Everything was set up before.')
  say(['', 'Posthorn is set up. This is shown once:', '', ...lines, ''].join('\n'))
})

async function setUp(config: Config): Promise<string[]> {
  const lines = await ensureUser(config)
  const owner = await User.findOne({}, { _id: 1 }, { sort: { createdAt: 1 } }).lean()
  if (owner && !(await Project.exists({}))) {
    const { id, publicKey, secretKey } = await createProject({
      name: PROJECT_NAME,
      encryptionKeys: config.ENCRYPTION_KEY,
      ownerId: owner._id,
    })
    lines.push(`  Project      ${id}`, `  Public key   ${publicKey}`, `  Secret key   ${secretKey}`)
  }
  return lines
}

async function ensureUser({ GATEWAY_URL, DASHBOARD_URL, TEMPORAL_UI_URL }: Config): Promise<string[]> {
  if (await User.exists({})) return []
  const email = process.env['SETUP_EMAIL'] || DEFAULT_EMAIL
  const password = process.env['SETUP_PASSWORD'] || randomBytes(12).toString('base64url')
  await createUser({ email, password, isVerified: true })
  return [
    `  API          ${GATEWAY_URL}   reference at /docs`,
    ...(DASHBOARD_URL ? [`  Dashboard    ${DASHBOARD_URL}`] : []),
    ...(TEMPORAL_UI_URL ? [`  Temporal UI  ${TEMPORAL_UI_URL}`] : []),
    `  Log in       POST ${GATEWAY_URL}/auth/login`,
    `  User         ${email}   password ${process.env['SETUP_PASSWORD'] ? 'as in SETUP_PASSWORD' : password}`,
  ]
}
