import { randomBytes } from 'node:crypto'
import { dashboardUrl } from '../commands/sending/platform-mail/link-to.js'
import { createProject } from '../commands/tenancy/projects/create-project.js'
import { createUser } from '../commands/accounts/users/create-user.js'
import { Project } from '../models/project.js'
import { User } from '../models/user.js'
import { readConfig, type Config } from '../runtime/config.js'
import { defineCommand } from './command.js'
import { inDatabase } from './in-database.js'

const DEFAULT_EMAIL = 'admin@posthorn.localhost'
const PROJECT_NAME = 'My project'

export const setUpCommand = defineCommand({
  usage: '',
  about: `Creates the first user and project of an installation, and prints the sign-in URL and the API keys. It changes nothing
if there are users and projects. SETUP_EMAIL and SETUP_PASSWORD define the user; without a password, one is generated and printed.`,
  async run() {
    const config = readConfig()
    const made = await inDatabase(config, async () => ({
      user: await ensureUser(),
      project: await ensureProject(config),
    }))
    const lines = [...(made.user ? describeUser(config, made.user) : []), ...describeProject(made.project)]
    if (lines.length === 0) return { lines: ['Posthorn is already set up.'], json: made }
    return {
      lines: ['', 'Posthorn is set up. Save these details, they are shown only once:', '', ...lines, ''],
      json: made,
    }
  },
})

interface MadeUser {
  email: string
  /** Null when the operator gave the password. */
  password: string | null
}

async function ensureUser(): Promise<MadeUser | null> {
  if (await User.exists({})) return null
  const email = process.env['SETUP_EMAIL'] || DEFAULT_EMAIL
  const given = process.env['SETUP_PASSWORD']
  const password = given || randomBytes(12).toString('base64url')
  await createUser({ email, password, isVerified: true })
  return { email, password: given ? null : password }
}

interface MadeProject {
  id: string
  public: string
  secret: string
}

async function ensureProject({ ENCRYPTION_KEY: encryptionKeys }: Config): Promise<MadeProject | null> {
  const owner = await User.findOne({}, { _id: 1 }, { sort: { createdAt: 1 } }).lean()
  if (!owner || (await Project.exists({}))) return null
  const { id, publicKey, secretKey } = await createProject({ name: PROJECT_NAME, encryptionKeys, ownerId: owner._id })
  return { id, public: publicKey, secret: secretKey }
}

function describeUser(config: Config, { email, password }: MadeUser): string[] {
  const { GATEWAY_URL, TEMPORAL_UI_URL } = config
  return [
    `  Dashboard    ${dashboardUrl(config)}`,
    `  API          ${GATEWAY_URL}   reference at /docs`,
    ...(TEMPORAL_UI_URL ? [`  Temporal UI  ${TEMPORAL_UI_URL}`] : []),
    `  User         ${email}   password ${password ?? 'as in SETUP_PASSWORD'}`,
  ]
}

function describeProject(project: MadeProject | null): string[] {
  if (!project) return []
  return [`  Project      ${project.id}`, `  Public key   ${project.public}`, `  Secret key   ${project.secret}`]
}
